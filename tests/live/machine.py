"""What `docs/hosting.md` needs of a Debian machine and no test may have: root, a package manager, systemd.

Called by the name of a program (`machine.py sudo -u postgres createdb …`). What it stands for is done as far as a user
without rights can: programs are there already, users are names of PostgreSQL, and units are started by their own lines.
The folder in `MACHINE` is the machine's root. Standard library only.
"""

import fnmatch
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(os.environ["MACHINE"])
UNITS = ROOT / "etc" / "systemd" / "system"
RUNNING = ROOT / "running"
NGINX = [os.environ.get("NGINX", ""), "-e", str(ROOT / "var/log/nginx/error.log"), "-c", str(ROOT / "nginx.conf")]
CADDY = [os.environ.get("CADDY", ""), "run", "--config", str(ROOT / "etc/caddy/Caddyfile"), "--adapter", "caddyfile"]
PROXIES = {"nginx": NGINX, "caddy": CADDY}
PATIENCE = 120.0


def sudo(*words: str) -> None:
    """The command as it is; a user's name is that of PostgreSQL's role."""
    user, command = (words[1], words[2:]) if words[0] == "-u" else ("root", words)
    os.execvpe(command[0], [*command], {**os.environ, "PGUSER": user})


def git(_clone: str, _address: str, folder: str) -> None:
    """The repository as the test has laid it out."""
    shutil.copytree(ROOT / "repository", folder)


def python3(*words: str) -> None:
    """The folder `python3 -m venv` makes; what pip would bring is that of the tests."""
    assert words[:2] == ("-m", "venv"), words
    programs = Path(words[2]) / "bin"
    programs.mkdir(parents=True)
    real = f"PYTHONPATH={shlex.quote(os.environ['PACKAGES'])} exec {shlex.quote(sys.executable)}"
    pip = (
        'case "$1 $2" in "-m pip") shift 5; while [ $# -gt 0 ]; do [ "$1" = -r ] || cat "$1"; shift; done; exit;; esac'
    )
    for name, script in (("python", f'{pip}\n{real} "$@"'), ("gunicorn", f'{real} -m gunicorn "$@"')):
        (programs / name).write_text(f"#!/bin/sh\n{script}\n")
        (programs / name).chmod(0o755)


def install(*words: str) -> None:
    """A folder; nobody can give it away."""
    assert words[0] == "-d", words
    mode, folder = int(words[words.index("-m") + 1], 8), Path(words[-1])
    folder.mkdir(parents=True)
    folder.chmod(mode)


def nginx(*words: str) -> None:
    """The program, with the frame around what it serves that Debian keeps in /etc/nginx."""
    os.execv(NGINX[0], [*NGINX, *words])


# ---- systemd


def systemctl(*words: str) -> None:
    """What begins and ends units, those of different ports at the same time; nothing is left to `enable`."""
    what, patterns = words[0], [word for word in words[1:] if word != "--now"]
    if what == "enable" and "--now" in words:
        what = "start"
    units = [unit for pattern in patterns for unit in (matching(pattern) if "*" in pattern else [pattern])]
    with ThreadPoolExecutor() as jobs:
        ports = dict.fromkeys(map(port_of, units))
        list(jobs.map(lambda port: [job(what, unit) for unit in units if port_of(unit) == port], ports))


def job(what: str, unit: str) -> None:
    if unit in PROXIES:
        begin_proxy(unit)
    elif what in ("stop", "restart") and os.path.exists(control(port_of(unit))):
        tell(unit, "stop" if unit.endswith(".service") else "end")
    if what in ("start", "restart") and unit.endswith(".service"):
        start(unit)
    elif what == "start" and unit.endswith(".socket"):
        hold(unit)


def matching(pattern: str) -> list[str]:
    """The running units of this pattern, each port's socket first."""
    ports = [path.stem for path in sorted(RUNNING.glob("*.control"))]
    return fnmatch.filter([f"gunbai@{port}.{kind}" for port in ports for kind in ("socket", "service")], pattern)


def lines(unit: str) -> list[tuple[str, str]]:
    """The settings in a unit's file, with its instance in their places."""
    template = re.sub(r"@.*\.", "@.", unit)
    text = (UNITS / template).read_text().replace("%i", port_of(unit))
    return [(name, value) for name, equals, value in (line.partition("=") for line in text.splitlines()) if equals]


def port_of(unit: str) -> str:
    return unit.partition("@")[2].rpartition(".")[0]


def environment(unit: str) -> dict[str, str]:
    """What its process finds in its environment: nothing of who started it but where programs are."""
    given = {name: os.environ[name] for name in ("PATH", "MACHINE", "PACKAGES", "PGHOST", "HOME")}
    for name, value in lines(unit):
        if name == "User":
            given["PGUSER"] = value
        elif name == "Environment":
            given |= [tuple(value.split("=", 1))]  # type: ignore[arg-type]
        elif name == "EnvironmentFile":
            settings = (line for line in Path(value).read_text().splitlines() if line and not line.startswith("#"))
            given |= dict(line.split("=", 1) for line in settings)
        elif name == "StateDirectory":
            (ROOT / "var/lib" / value).mkdir(parents=True, exist_ok=True)
    return given


def command(unit: str) -> list[str]:
    return shlex.split(dict(lines(unit))["ExecStart"])


def start(unit: str) -> None:
    """A service of a port by who holds that; any other runs to its end."""
    if port_of(unit):
        if ("Requires", f"gunbai@{port_of(unit)}.socket") in lines(unit):
            hold(f"gunbai@{port_of(unit)}.socket")
        tell(unit, "start")
    else:
        subprocess.run(command(unit), env=environment(unit), check=True)


def begin_proxy(name: str) -> None:
    folder = ROOT / "running" / name
    if folder.exists():
        os.kill(int(folder.read_text()), signal.SIGKILL)
    folder.write_text(str(in_background(PROXIES[name]).pid))


def in_background(words: list[str]) -> subprocess.Popen[bytes]:
    """A process that goes on; the test ends it at last."""
    log = (RUNNING / "log").open("ab")
    made = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
    with (RUNNING / "sessions").open("a") as sessions:
        print(made.pid, file=sessions)
    return made


def control(port: str) -> str:
    return str(RUNNING / f"{port}.control")


def tell(unit: str, what: str) -> None:
    """Who holds the port is told so, and has done it."""
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(PATIENCE)
        line.connect(control(port_of(unit)))
        line.sendall(what.encode())
        answer = line.recv(100)
    if answer != b"done":
        sys.exit(f"{unit} did not {what}: {answer!r}")


def hold(unit: str) -> None:
    """Somebody holds the port from now on, as systemd does."""
    if not os.path.exists(control(port_of(unit))):
        address = dict(lines(unit))["ListenStream"]
        begun = in_background([sys.executable, __file__, "holder", port_of(unit), address])
        while not os.path.exists(control(port_of(unit))):
            if begun.poll() is not None:
                sys.exit(f"{unit} does not listen")
            time.sleep(0.05)


def holder(port: str, address: str) -> None:
    """Holds a port, and starts and stops the service that is handed it."""
    host, _, number = address.rpartition(":")
    listening = socket.create_server((host, int(number)), backlog=1024)
    os.dup2(listening.detach(), 3)
    ready = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    ready.bind(str(RUNNING / f"{port}.ready"))
    ready.settimeout(PATIENCE)
    orders = socket.socket(socket.AF_UNIX)
    orders.bind(control(port))
    orders.listen()
    service: subprocess.Popen[bytes] | None = None
    while True:
        line, _ = orders.accept()
        with line:
            what = line.recv(100)
            if what in (b"stop", b"end") and service is not None:
                service.terminate()
                service.wait(PATIENCE)
                service = None
            if what == b"start" and service is None:
                unit = f"gunbai@{port}.service"
                told = {"LISTEN_FDS": "1", "NOTIFY_SOCKET": str(RUNNING / f"{port}.ready")}
                words = ["/bin/sh", "-c", 'LISTEN_PID=$$ exec "$@"', "sh", *command(unit)]
                service = subprocess.Popen(words, env=environment(unit) | told, pass_fds=(3,))
                while b"READY=1" not in ready.recv(4096):
                    pass
            if what == b"end":
                os.close(3)
                os.unlink(control(port))
                os.unlink(f"{RUNNING}/{port}.ready")
            line.sendall(b"done")
            if what == b"end":
                return


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
