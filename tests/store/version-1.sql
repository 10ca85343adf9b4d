-- A SQLite database as version 1 makes it: what the migrations since then have to bring to the schema of today.
CREATE TABLE alembic_version ( version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num) );
CREATE TABLE army_lists ( id VARCHAR NOT NULL, edit_token VARCHAR NOT NULL, share_token VARCHAR NOT NULL, document TEXT NOT NULL,
  next_entry INTEGER NOT NULL, seq INTEGER NOT NULL, created_at VARCHAR NOT NULL, changed_at VARCHAR NOT NULL, deleted_at VARCHAR,
  CONSTRAINT pk_army_lists PRIMARY KEY (id), CONSTRAINT uq_army_lists_edit_token UNIQUE (edit_token), CONSTRAINT uq_army_lists_share_token
  UNIQUE (share_token) );
CREATE TABLE army_miniatures ( device VARCHAR NOT NULL, profile VARCHAR NOT NULL, owned INTEGER NOT NULL, CONSTRAINT pk_army_miniatures
  PRIMARY KEY (device, profile) );
CREATE TABLE evenings ( id VARCHAR NOT NULL, host_token VARCHAR NOT NULL, token VARCHAR NOT NULL, device VARCHAR NOT NULL, name VARCHAR
  NOT NULL, level INTEGER NOT NULL, koku INTEGER, until VARCHAR NOT NULL, created_at VARCHAR NOT NULL, opened_at VARCHAR, CONSTRAINT
  pk_evenings PRIMARY KEY (id), CONSTRAINT uq_evenings_host_token UNIQUE (host_token), CONSTRAINT uq_evenings_token UNIQUE (token) );
CREATE INDEX ix_evenings_device ON evenings (device);
CREATE TABLE evening_lists ( evening_id VARCHAR NOT NULL, id VARCHAR NOT NULL, device VARCHAR NOT NULL, player VARCHAR NOT NULL, document
  TEXT NOT NULL, legal BOOLEAN NOT NULL, sent_at VARCHAR NOT NULL, CONSTRAINT pk_evening_lists PRIMARY KEY (evening_id, id), CONSTRAINT
  fk_evening_lists_evening_id FOREIGN KEY(evening_id) REFERENCES evenings (id), CONSTRAINT uq_evening_lists_evening_id_device_player
  UNIQUE (evening_id, device, player) );
CREATE TABLE codes ( words VARCHAR NOT NULL, table_id VARCHAR NOT NULL, CONSTRAINT pk_codes PRIMARY KEY (words) );
CREATE TABLE households ( id VARCHAR NOT NULL, word VARCHAR NOT NULL, book TEXT NOT NULL, created_at VARCHAR NOT NULL, CONSTRAINT
  pk_households PRIMARY KEY (id), CONSTRAINT uq_households_word UNIQUE (word) );
CREATE TABLE links ( token VARCHAR NOT NULL, table_id VARCHAR NOT NULL, seat VARCHAR NOT NULL, CONSTRAINT pk_links PRIMARY KEY (token) );
CREATE INDEX ix_links_seat ON links (table_id, seat);
CREATE TABLE print_choices ( device VARCHAR NOT NULL, choices TEXT NOT NULL, changed_at VARCHAR NOT NULL, CONSTRAINT pk_print_choices
  PRIMARY KEY (device) );
CREATE TABLE print_profiles ( device VARCHAR NOT NULL, name VARCHAR NOT NULL, bar_across FLOAT NOT NULL, bar_down FLOAT NOT NULL,
  back_right FLOAT NOT NULL, back_down FLOAT NOT NULL, CONSTRAINT pk_print_profiles PRIMARY KEY (device, name) );
CREATE TABLE tables ( id VARCHAR NOT NULL, words VARCHAR NOT NULL, game VARCHAR NOT NULL, name VARCHAR NOT NULL, setup TEXT NOT NULL,
  owner VARCHAR NOT NULL, version INTEGER NOT NULL, seq INTEGER NOT NULL, rules_version VARCHAR NOT NULL, created_at VARCHAR NOT NULL,
  changed_at VARCHAR NOT NULL, deleted_at VARCHAR, next_id VARCHAR, before_id VARCHAR, CONSTRAINT pk_tables PRIMARY KEY (id) );
CREATE TABLE told ( number INTEGER NOT NULL, host VARCHAR NOT NULL, subject VARCHAR NOT NULL, text TEXT NOT NULL, CONSTRAINT pk_told
  PRIMARY KEY (number) );
CREATE TABLE visits ( device VARCHAR NOT NULL, table_id VARCHAR NOT NULL, CONSTRAINT pk_visits PRIMARY KEY (device, table_id) );
CREATE INDEX ix_visits_table_id ON visits (table_id);
CREATE TABLE army_brought ( table_id VARCHAR NOT NULL, seat VARCHAR NOT NULL, list_id VARCHAR NOT NULL, pieces TEXT NOT NULL, codes TEXT
  NOT NULL, at VARCHAR NOT NULL, CONSTRAINT pk_army_brought PRIMARY KEY (table_id, seat), CONSTRAINT fk_army_brought_table_id FOREIGN
  KEY(table_id) REFERENCES tables (id) );
CREATE TABLE army_edits ( list_id VARCHAR NOT NULL, seq INTEGER NOT NULL, "key" VARCHAR NOT NULL, asked VARCHAR, device VARCHAR NOT NULL,
  kind VARCHAR NOT NULL, changes TEXT NOT NULL, line TEXT NOT NULL, at VARCHAR NOT NULL, target INTEGER, standing VARCHAR NOT NULL,
  CONSTRAINT pk_army_edits PRIMARY KEY (list_id, seq), CONSTRAINT fk_army_edits_list_id FOREIGN KEY(list_id) REFERENCES army_lists (id),
  CONSTRAINT uq_army_edits_list_id_key UNIQUE (list_id, "key") );
CREATE INDEX ix_army_edits_own ON army_edits (list_id, device, standing, seq);
CREATE TABLE army_phones ( list_id VARCHAR NOT NULL, device VARCHAR NOT NULL, since VARCHAR NOT NULL, favorite BOOLEAN DEFAULT 0 NOT NULL,
  tags TEXT DEFAULT '[]' NOT NULL, CONSTRAINT pk_army_phones PRIMARY KEY (list_id, device), CONSTRAINT fk_army_phones_list_id FOREIGN
  KEY(list_id) REFERENCES army_lists (id) );
CREATE INDEX ix_army_phones_device ON army_phones (device);
CREATE TABLE asks ( id VARCHAR NOT NULL, table_id VARCHAR NOT NULL, kind VARCHAR NOT NULL, "by" VARCHAR NOT NULL, device VARCHAR NOT NULL,
  seat VARCHAR NOT NULL, player VARCHAR NOT NULL, data TEXT NOT NULL, lines TEXT NOT NULL, created_at VARCHAR NOT NULL, outcome VARCHAR
  NOT NULL, "key" VARCHAR, asked VARCHAR, version INTEGER NOT NULL, seq INTEGER NOT NULL, answer_key VARCHAR, answer_device VARCHAR,
  answer_version INTEGER, answer_seq INTEGER, CONSTRAINT pk_asks PRIMARY KEY (table_id, id), CONSTRAINT fk_asks_table_id FOREIGN
  KEY(table_id) REFERENCES tables (id), CONSTRAINT uq_asks_table_id_answer_key UNIQUE (table_id, answer_key), CONSTRAINT
  uq_asks_table_id_key UNIQUE (table_id, "key") );
CREATE INDEX ix_asks_open ON asks (table_id, outcome);
CREATE TABLE bringings ( list_id VARCHAR NOT NULL, table_id VARCHAR NOT NULL, CONSTRAINT pk_bringings PRIMARY KEY (list_id, table_id),
  CONSTRAINT fk_bringings_list_id FOREIGN KEY(list_id) REFERENCES army_lists (id) );
CREATE INDEX ix_bringings_table_id ON bringings (table_id);
CREATE TABLE closed ( table_id VARCHAR NOT NULL, name VARCHAR NOT NULL, days INTEGER NOT NULL, closed_at VARCHAR NOT NULL, devices TEXT
  NOT NULL, logs BLOB NOT NULL, CONSTRAINT pk_closed PRIMARY KEY (table_id), CONSTRAINT fk_closed_table_id FOREIGN KEY(table_id)
  REFERENCES tables (id) );
CREATE TABLE events ( table_id VARCHAR NOT NULL, seq INTEGER NOT NULL, "key" VARCHAR, type VARCHAR NOT NULL, seat VARCHAR NOT NULL, "by"
  VARCHAR NOT NULL, player VARCHAR NOT NULL, device VARCHAR NOT NULL, asked VARCHAR, how VARCHAR NOT NULL, data TEXT NOT NULL, at VARCHAR
  NOT NULL, version INTEGER NOT NULL, rules_version VARCHAR NOT NULL, slot INTEGER NOT NULL, live BOOLEAN NOT NULL, voided_by INTEGER,
  amends INTEGER, listed BOOLEAN NOT NULL, line TEXT, private TEXT, step VARCHAR NOT NULL, reveals BOOLEAN NOT NULL, CONSTRAINT pk_events
  PRIMARY KEY (table_id, seq), CONSTRAINT fk_events_table_id FOREIGN KEY(table_id) REFERENCES tables (id), CONSTRAINT
  uq_events_table_id_key UNIQUE (table_id, "key") );
CREATE INDEX ix_events_fold ON events (table_id, live, slot, seq);
CREATE INDEX ix_events_listed ON events (table_id, listed, slot, seq);
CREATE INDEX ix_events_own ON events (table_id, live, "by", slot, seq);
CREATE INDEX ix_events_step ON events (table_id, step);
CREATE TABLE household_phones ( device VARCHAR NOT NULL, household_id VARCHAR NOT NULL, since VARCHAR NOT NULL, CONSTRAINT
  pk_household_phones PRIMARY KEY (device), CONSTRAINT fk_household_phones_household_id FOREIGN KEY(household_id) REFERENCES households
  (id) );
CREATE INDEX ix_household_phones_household_id ON household_phones (household_id);
CREATE TABLE household_plays ( household_id VARCHAR NOT NULL, id VARCHAR NOT NULL, made_of VARCHAR NOT NULL, play TEXT, mended TEXT NOT
  NULL, removed_at VARCHAR, CONSTRAINT pk_household_plays PRIMARY KEY (household_id, id), CONSTRAINT fk_household_plays_household_id
  FOREIGN KEY(household_id) REFERENCES households (id) );
CREATE TABLE partners ( table_id VARCHAR NOT NULL, seat VARCHAR NOT NULL, device VARCHAR NOT NULL, player VARCHAR NOT NULL, joined_at
  VARCHAR NOT NULL, CONSTRAINT pk_partners PRIMARY KEY (table_id, seat, device), CONSTRAINT fk_partners_table_id FOREIGN KEY(table_id)
  REFERENCES tables (id) );
CREATE TABLE print_lists ( list_id VARCHAR NOT NULL, device VARCHAR NOT NULL, counts TEXT, printed TEXT NOT NULL, printed_at VARCHAR,
  CONSTRAINT pk_print_lists PRIMARY KEY (list_id, device), CONSTRAINT fk_print_lists_list_id FOREIGN KEY(list_id) REFERENCES army_lists
  (id) );
CREATE TABLE seats ( table_id VARCHAR NOT NULL, seat VARCHAR NOT NULL, device VARCHAR, player VARCHAR NOT NULL, token VARCHAR, spent_token
  VARCHAR, brought_from VARCHAR, taken_at VARCHAR NOT NULL, CONSTRAINT pk_seats PRIMARY KEY (table_id, seat), CONSTRAINT fk_seats_table_id
  FOREIGN KEY(table_id) REFERENCES tables (id) );
CREATE TABLE snapshots ( table_id VARCHAR NOT NULL, seq INTEGER NOT NULL, rules_version VARCHAR NOT NULL, state TEXT NOT NULL, CONSTRAINT
  pk_snapshots PRIMARY KEY (table_id, seq), CONSTRAINT fk_snapshots_table_id FOREIGN KEY(table_id) REFERENCES tables (id) );
INSERT INTO alembic_version VALUES ('0001');
