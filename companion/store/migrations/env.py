"""Runs the migrations inside the transaction that `Store.migrate` has opened."""

from alembic import context

from companion.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
