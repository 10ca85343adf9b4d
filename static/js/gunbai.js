// What every page runs. One file is sent, with the parts in the place of their names, each on its own
// (companion/web/assets.py): a phone asks once. As it stands here no browser could run it.
import "./gunbai/answers.js";
import "./gunbai/keep.js";
import "./gunbai/live.js";
import "./gunbai/pad.js";
import "./gunbai/panel.js";
import "./gunbai/queue.js";
import "./gunbai/regions.js";
import "./gunbai/shell.js";
import "./gunbai/waits.js";
