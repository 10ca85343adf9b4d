"""One PDF file being written: pages, the foot of each sheet, outline, fonts, and the printer's corrections."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from companion.rules.text import Text
from printables.fonts import base_font
from printables.ink import Palette
from printables.options import Options
from printables.pen import MM, Pen
from printables.printed import Page, Words

BAR = 100.0
"""Millimeters of the bar by which a print is measured."""

rl_config.useA85 = 0  # plain binary streams: a tenth smaller


class Book:
    """Collects pages; `bytes()` ends it. The same calls give the same bytes."""

    def __init__(self, options: Options, title: str, subject: str = "") -> None:
        self.options = options
        self.pages: list[Page] = []
        self._title = title
        self._subject = subject
        self._buffers = [BytesIO() for _ in range(2 if options.sides == "two-files" else 1)]
        self._canvases = [self._canvas(buffer) for buffer in self._buffers]
        self._sections: set[str] = set()

    def _canvas(self, buffer: BytesIO) -> Canvas:
        options = self.options
        width, height = options.page_mm
        canvas = Canvas(
            buffer,
            pagesize=(width * MM, height * MM),
            pageCompression=1,
            invariant=1,
            pdfVersion=(1, 7),
            initialFontName=base_font(),
            lang=options.language,
        )
        canvas.setTitle(self._title)
        canvas.setAuthor("Gunbai")
        canvas.setCreator("Gunbai")
        canvas.setSubject(self._subject)
        canvas.setViewerPreference("PrintScaling", "None")
        canvas.setViewerPreference("DisplayDocTitle", "true")
        duplex = {"long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge"}.get(options.sides, "Simplex")
        canvas.setViewerPreference("Duplex", duplex)
        return canvas

    @contextmanager
    def page(
        self,
        section: Words,
        side: str = "front",
        pieces: tuple[str, ...] = (),
        note: Words = "",
        legend: Sequence[Words] = (),
    ) -> Iterator[Pen]:
        """A new page; the pen covers all of it. `side` is front, back or blank; `legend` stands over the bar."""
        width, height = self.options.page_mm
        c = self._canvases[0 if side == "front" else -1]
        entry = self.options.say(section)
        if entry and entry not in self._sections:
            self._sections.add(entry)
            key = f"section-{len(self._sections)}"
            c.bookmarkPage(key)
            c.addOutlineEntry(entry, key)
        palette = Palette(self.options.color)
        pen = Pen(c, palette, width, height, self.options.say)
        c.saveState()
        self._correct(c, side)
        if side == "front":
            self._foot(pen, note or section, legend)
        else:
            self._behind(pen, side)
        yield pen
        c.restoreState()
        c.showPage()
        self.pages.append(Page(section, side, pieces, palette.used / (width * height)))

    def _correct(self, canvas: Canvas, side: str) -> None:
        """The printer's scale around the middle of the page, and the back's offset taken away."""
        printer = self.options.printer
        if printer.is_plain:
            return
        width, height = self.options.page_mm
        across, down = 100 / printer.bar_across, 100 / printer.bar_down
        canvas.translate(width / 2 * MM * (1 - across), height / 2 * MM * (1 - down))
        canvas.scale(across, down)
        if side == "back":
            canvas.translate(-printer.back_right * MM, printer.back_down * MM)

    @property
    def _before(self) -> int:
        """How many pages the file has in which a front comes next."""
        two = self.options.sides == "two-files"
        return sum(page.side == "front" for page in self.pages) if two else len(self.pages)

    def _foot(self, pen: Pen, note: Words, legend: Sequence[Words]) -> None:
        """The 100 mm bar with its instruction, and what sheet this is."""
        left, top, width, height = self.options.inside_mm
        y = top + height - 1.4
        measured(pen, left, y)
        pen.quiet(left + BAR + 3, y + 0.3, Text("100 mm: print at 100 %%, never “fit to page”"), 6.5)
        pen.quiet(left, y - 3.2, "  ·  ".join(map(pen.words, legend)), 6.5, width=BAR + 4)
        pen.quiet(left + width, y - 3.2, note, 6.5, "right", width=88)
        pen.text(left + width, y + 0.3, str(self._before + 1), 6.5, "bold", "soft", "right")

    def _behind(self, pen: Pen, side: str) -> None:
        """What a page without a foot is, so that nobody takes it for a mistake. It is behind the foot of its front:
        turned over the short edge, that is at the top."""
        left, top, width, height = self.options.inside_mm
        words = Text("Back of page %(number)s", {"number": self._before}) if side == "back" else Text("Empty page")
        y = top + 2.5 if self.options.sides == "short-edge" else top + height - 1.1
        pen.quiet(left + width, y, words, 6.5, "right")

    def end_section(self) -> None:
        """What follows begins on a new sheet of paper: an empty page behind a front without a back."""
        duplex = self.options.sides in ("long-edge", "short-edge")
        if duplex and len(self.pages) % 2:
            with self.page("", "blank"):
                pass

    def bytes(self) -> list[bytes]:
        """The finished file, or the file of the fronts and that of the backs: as many pages, so that the pile may go in
        from either end."""
        sides = [page.side for page in self.pages]
        if self.options.sides == "two-files" and "back" in sides:
            for _ in range(sides.count("front") - sides.count("back")):
                with self.page("", "blank"):
                    pass
        for canvas in self._canvases:
            canvas.save()
        return [buffer.getvalue() for buffer in self._buffers]


def measured(pen: Pen, x: float, y: float, down: bool = False) -> None:
    """A bar of exactly 100 mm with a tick every ten: across, or downwards."""
    ends: Callable[[float], tuple[float, float]] = lambda at: (x, y + at) if down else (x + at, y)  # noqa: E731
    pen.line(*ends(0), *ends(BAR), "ink", 0.25)
    for step in range(0, round(BAR) + 1, 10):
        px, py = ends(step)
        size = 2.2 if step % 50 == 0 else 1.2
        pen.line(px, py, px + (size if down else 0), py - (0 if down else size), "ink", 0.2)
