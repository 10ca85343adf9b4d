"""Which addresses this computer has on its networks, and which of them a phone should use.

Standard library only. Linux and macOS name their interfaces; elsewhere the addresses are found without names.
"""

from __future__ import annotations

import ipaddress
import socket
import struct
import sys
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

_SIOCGIFADDR = {"linux": 0x8915, "darwin": 0xC0206921}


EVERYWHERE = ("", "0.0.0.0", "::")
"""Hosts to listen on that mean every network of this computer."""


Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def address_of(text: str) -> Address | None:
    """The address that is written there; None where it is none."""
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def url_parts(url: str) -> SplitResult | None:
    """The parts of a URL; None for what is none, or has a port that is none."""
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - raises where it is no number
    except ValueError:
        return None
    return parts


@dataclass(frozen=True, slots=True)
class Interface:
    """A network of this computer and the IPv4 address it has there. `default`: its way to other networks."""

    name: str
    address: str
    default: bool = False


def interfaces() -> tuple[Interface, ...]:
    """The networks a phone could reach this computer by, the one with the default route first; loopback is none."""
    default = _route_address()
    named = _named_addresses() or _nameless_addresses()
    found = {address: name for name, address in reversed(named) if not ipaddress.ip_address(address).is_loopback}
    if default and default not in found:
        found[default] = "network"
    every = [Interface(name, address, address == default) for address, name in found.items()]
    return tuple(sorted(every, key=lambda one: (not one.default, _unlikely(one), one.name)))


def choose(every: tuple[Interface, ...], wanted: str = "") -> Interface | None:
    """The interface called `wanted` (or with that address); without a wish the first. None when there is no such."""
    if not wanted:
        return every[0] if every else None
    return next((one for one in every if wanted in (one.name, one.address)), None)


def answering(every: tuple[Interface, ...], host: str) -> tuple[Interface, ...]:
    """Those of these networks on which a server that listens on `host` answers."""
    if host in EVERYWHERE:
        return every
    if is_loopback(host):
        return ()
    return tuple(one for one in every if host in (one.name, one.address)) or (Interface("network", host),)


def is_loopback(host: str) -> bool:
    """Whether a host name or address means only the computer itself, so that no phone can use it."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    address = address_of(host.strip("[]"))
    return address is not None and (address.is_loopback or address.is_unspecified)


def network_of(address: str) -> str:
    """What one household or hall is reached by: an IPv4 address, or the /64 of an IPv6 one, all of which each of its
    phones may use."""
    found = address_of(address)
    if isinstance(found, ipaddress.IPv6Address):
        found = found.ipv4_mapped or ipaddress.IPv6Address(int(found) >> 64 << 64)
    return address if found is None else str(found)


def wider(network: str) -> tuple[str | None, str | None]:
    """The /56 and the /48 around an IPv6 network: one line may have either, with 256 or 65,536 such networks. There is
    none around any other."""
    found = address_of(network)
    if not isinstance(found, ipaddress.IPv6Address):
        return None, None
    bits = int(found)
    return f"{ipaddress.IPv6Address(bits >> 72 << 72)}/56", f"{ipaddress.IPv6Address(bits >> 80 << 80)}/48"


HOME_ENDINGS = ("", ".local", ".localdomain", ".lan", ".home", ".home.arpa", ".internal")
"""What routers and mDNS put behind the name of a computer. Nobody can register a name that ends so."""


def is_served(host: str, config_host: str, public_url: str, more: str) -> bool:
    """Whether a server that listens on `config_host` answers to this name, as a request's Host has it.

    Any address does: a page that means harm can point a name of its own at this computer, but not use its address.
    `more`: further names, with commas between them; * is any.
    """
    name = _host_name(host)
    if not name:
        return False
    if is_loopback(name) or address_of(name) is not None:
        return True
    known = {part.strip().rstrip(".").lower() for part in more.split(",")}
    known |= {config_host.lower(), (urlsplit(public_url).hostname or "").lower()}
    known |= {socket.gethostname().split(".")[0].lower() + ending for ending in HOME_ENDINGS}
    known.add(socket.gethostname().lower())
    return "*" in known or name in known


def is_public(url: str) -> bool:
    """Whether an address is one of the open internet, not of a home or a club."""
    name = _host_name(urlsplit(url).netloc)
    address = address_of(name)
    if address is not None:
        return address.is_global
    return "." in name and not is_loopback(name) and not name.endswith(HOME_ENDINGS[1:])


def _host_name(host: str) -> str:
    """The name or address in a Host header, without its port; empty where it is none."""
    parts = url_parts(f"//{host}")
    if parts is None or parts.username is not None or parts.path or parts.query:
        return ""
    return (parts.hostname or "").rstrip(".")


def reachable_url(asked_url: str, config_url: str, address: str | None, port: int) -> str:
    """The base URL to show to other phones, without a slash at the end.

    The configured one if there is one; else the one this request was made to, since it evidently works on this
    network; else, when that means only this computer, the chosen address.
    """
    if config_url:
        return config_url.rstrip("/")
    parts = urlsplit(asked_url)
    if is_loopback(parts.hostname or "localhost") and address:
        return f"http://{address}:{parts.port or port}"
    return f"{parts.scheme}://{parts.netloc}"


def _unlikely(one: Interface) -> bool:
    """Bridges of containers and virtual machines have addresses no phone can reach."""
    return one.name.startswith(("docker", "br-", "veth", "virbr", "vmnet", "utun", "awdl", "llw"))


def _route_address() -> str:
    """The address the system would use towards another network. Connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.254", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if is_loopback(address) else address


def _named_addresses() -> list[tuple[str, str]]:
    request = _SIOCGIFADDR.get(sys.platform)
    if request is None:
        return []
    import fcntl

    named: list[tuple[str, str]] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _index, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(probe.fileno(), request, struct.pack("256s", name.encode()[:15]))
            except OSError:  # the interface is down or has no IPv4 address
                continue
            named.append((name, socket.inet_ntoa(answer[20:24])))
    return named


def _nameless_addresses() -> list[tuple[str, str]]:
    try:
        addresses = socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return []
    return [(f"network {number}", address) for number, address in enumerate(addresses, 1)]
