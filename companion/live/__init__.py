"""The doorbell: who is told that a table changed, and the streams that carry the ring to a phone."""

from companion.live.bell import Bell, Listener
from companion.live.neighbors import Neighbors, Wire
from companion.live.shared import SharedBell
from companion.live.stream import Full, Stream, Streams

__all__ = ["Bell", "Full", "Listener", "Neighbors", "SharedBell", "Stream", "Streams", "Wire"]
