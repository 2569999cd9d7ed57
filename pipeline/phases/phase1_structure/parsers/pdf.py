"""PDF: text without page furniture; sections from the outline and what is printed, or from that alone."""

import re
from dataclasses import replace
from typing import Any, TypeAlias

from pipeline.phases.phase1_structure.parsed import Block, Mark, Metadata, ParsedBook
from pipeline.phases.phase1_structure.parsers.pdf_columns import in_columns
from pipeline.phases.phase1_structure.parsers.pdf_contents import printed_contents
from pipeline.phases.phase1_structure.parsers.pdf_finer import with_finer
from pipeline.phases.phase1_structure.parsers.pdf_furniture import without_furniture
from pipeline.phases.phase1_structure.parsers.pdf_inferred import Inferred, Running, inferred_sections
from pipeline.phases.phase1_structure.parsers.pdf_initials import with_initials
from pipeline.phases.phase1_structure.parsers.pdf_lines import Page, body_size, page_lines, without_letter_spacing
from pipeline.phases.phase1_structure.parsers.pdf_outline import OutlineEntry, Placed, placed_entries
from pipeline.phases.phase1_structure.parsers.pdf_outline_objects import outline_rows
from pipeline.phases.phase1_structure.parsers.pdf_outline_pages import without_mere_pages
from pipeline.phases.phase1_structure.parsers.pdf_paragraphs import Measure, measure, paragraphs
from schemas.errors import Damaged, NoText, PasswordRequired, PasswordWrong, Unsupported
from schemas.text import StructureOptions, TextWarning

Document: TypeAlias = Any  # pymupdf has no types
Faults: TypeAlias = tuple[type[Exception], ...]
_NO_TITLE = re.compile(
    r"^(?:untitled|microsoft word|title|document\d*|unknown)\b|\.(?:dvi|tex|docx?|indd|qxd|pdf|ps)$", re.IGNORECASE
)


class PdfParser:
    def parse(self, source: bytes, name: str, options: StructureOptions) -> ParsedBook:
        import pymupdf

        self._silence(pymupdf.TOOLS)
        faults: Faults = (RuntimeError, ValueError, LookupError, pymupdf.mupdf.FzErrorBase)
        try:
            with _opened(source, name, options) as document:
                warnings = _repair_warnings(document, name)
                pages = with_initials(without_letter_spacing(_pages(document, name, warnings, faults)))
                entries = _outline(document, pages, faults)
                labels = _labels(document, faults)
                metadata = _metadata(document)
        except faults as error:
            raise Damaged(f"{name} is damaged: it could not be read as a PDF ({error}).") from None
        told = without_mere_pages(entries, pages)
        warnings.extend(_page_entries_warnings(name, len(entries) - len(told), bool(told)))
        size = body_size(pages)
        stripped = without_furniture(pages, [entry.title for entry in told], size, labels)
        pages = list(stripped.pages)
        set_in = measure(pages, size)
        printed = _printed_numbers(pages, stripped.printed)
        lists = printed_contents(pages)
        placed, lost = placed_entries(told, pages, {line for one in lists for line in one.lines})
        warnings.extend(_destination_warnings(name, placed, lost))
        if placed:
            placed = with_finer(placed, pages, set_in, lists)
        else:
            inferred = inferred_sections(pages, set_in, lists, Running(stripped.printed, stripped.heads, labels))
            placed = list(inferred.placed)
            warnings.extend(_contents_warnings(name, inferred))
            metadata = replace(metadata, title=metadata.title or inferred.book_title)
        blocks, marks = _with_marks(pages, placed, set_in, printed)
        beside = (*stripped.removed, *_beside(pages), *(label for block in blocks for _, label in block.calls))
        return ParsedBook("pdf", tuple(blocks), tuple(marks), metadata, labels, tuple(warnings), beside)

    @staticmethod
    def _silence(tools: Any) -> None:
        """What MuPDF prints on stderr becomes our errors and warnings."""
        tools.mupdf_display_errors(False)
        tools.mupdf_display_warnings(False)


def _opened(source: bytes, name: str, options: StructureOptions) -> Document:
    import pymupdf

    opened: Any = pymupdf.open
    document: Document = opened(stream=source, filetype="pdf")
    if document.needs_pass:
        if options.password is None:
            raise PasswordRequired(f"{name} is encrypted and needs a password.")
        if not document.authenticate(options.password.get_secret_value()):
            raise PasswordWrong(f"The password given for {name} is wrong.")
    if not document.is_pdf:
        raise Unsupported(f"{name} is named like a PDF but is none.")
    if document.page_count == 0:
        raise Damaged(f"{name} is damaged: it has no pages.")
    return document


def _pages(document: Document, name: str, warnings: list[TextWarning], faults: Faults) -> list[Page]:
    """All pages in one pass; what a page lacks becomes a warning that names it."""
    import pymupdf

    flags = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP | pymupdf.TEXT_CID_FOR_UNKNOWN_UNICODE
    pages: list[Page] = []
    broken: list[str] = []
    scanned: list[str] = []
    for number in range(document.page_count):
        try:
            page = document[number]
            found = page_lines(in_columns(page.get_text("dict", flags=flags)), number)
            if not found.lines and page.get_images():
                scanned.append(str(number + 1))
        except faults:
            broken.append(str(number + 1))
            found = Page((), 0.0)
        pages.append(found)
    words = sum(len(line.text.split()) for page in pages for line in page.lines)
    if len(broken) == len(pages):
        raise Damaged(f"{name} is damaged: none of its pages can be read.")
    empty = [str(number + 1) for number, page in enumerate(pages) if not page.lines and str(number + 1) not in broken]
    if document.is_repaired and empty:
        if len(empty) + len(broken) > len(pages) / 2:
            raise Damaged(f"{name} is damaged: the text of these pages is lost: {', '.join(empty)}.")
        broken = sorted([*broken, *empty], key=int)
    if words == 0 or (len(scanned) > 0.8 * len(pages) and words < 20 * len(pages)):
        if document.is_repaired:
            raise Damaged(f"{name} is damaged: no text was left on its {len(pages)} pages.")
        raise NoText(f"{name} holds no extractable text on its {len(pages)} pages.")
    unreadable = [str(number + 1) for number, page in enumerate(pages) if page.unreadable]
    sideways = [str(number + 1) for number, page in enumerate(pages) if page.sideways]
    for code, numbers, message in (
        ("pdf.page_damaged", broken, "these pages are damaged and their text is lost"),
        ("pdf.page_without_text", scanned, "these pages are pictures with no text"),
        ("pdf.sideways_text", sideways, "text printed sideways on these pages is not read"),
        ("pdf.unreadable_characters", unreadable, "unreadable characters (a faulty font) were replaced on these pages"),
    ):
        if numbers:
            warnings.append(
                TextWarning(code=code, message=f"{name}: {message}: {', '.join(numbers)}.", names=tuple(numbers))
            )
    return pages


def _beside(pages: list[Page]) -> list[str]:
    """The page numbers of another edition in the margin."""
    return [line.marginal for page in pages for line in page.lines if line.marginal]


def _printed_numbers(pages: list[Page], running: tuple[str | None, ...]) -> tuple[str | None, ...]:
    """The numbers at the pages' edges, unless the text carries those of another edition in its margin."""
    marginal = sum(line.marginal is not None for page in pages for line in page.lines)
    return (None,) * len(pages) if marginal > 0.1 * len(pages) else running


def _repair_warnings(document: Document, name: str) -> list[TextWarning]:
    if not document.is_repaired:
        return []
    message = f"{name} is damaged and was repaired; text may be missing."
    return [TextWarning(code="pdf.repaired", message=message, names=(name,))]


def _outline(document: Document, pages: list[Page], faults: Faults) -> list[OutlineEntry]:
    import pymupdf

    try:
        rows: list[Any] = document.get_toc(simple=False)
        if not rows:
            return [
                OutlineEntry(plain, level, page)
                for level, title, page in outline_rows(document)
                if (plain := " ".join(_text(title).split()))
            ]
    except faults:
        return []
    entries: list[OutlineEntry] = []
    top = min((row[0] for row in rows), default=1)
    for level, title, page, target in rows:
        plain = " ".join(_text(title).split())
        if plain:
            resolved = 0 < page <= document.page_count
            point = target.get("to") if resolved else None
            y = None if point is None else float(point.y)
            if y is not None and target.get("kind") == pymupdf.LINK_NAMED:  # counted from the page's foot
                y = pages[page - 1].height - y
            entries.append(OutlineEntry(plain, level - top + 1, page - 1 if resolved else None, y))
    return entries


def _text(text: str) -> str:
    return text.encode("utf-8", errors="replace").decode("utf-8").replace("\x00", "")


def _labels(document: Document, faults: Faults) -> tuple[str, ...]:
    try:
        if not document.get_page_labels():
            return ()
        return tuple(_text(document[number].get_label()) for number in range(document.page_count))
    except faults:
        return ()


def _metadata(document: Document) -> Metadata:
    given = {key: _text(value).strip() for key, value in (document.metadata or {}).items() if value}
    title = given.get("title", "")
    if _NO_TITLE.search(title):
        title = ""
    return Metadata(title=title or None, author=given.get("author") or None)


def _page_entries_warnings(name: str, count: int, others: bool) -> list[TextWarning]:
    if not count:
        return []
    instead = "no section was made from these" if others else "the sections were made from the printed headings instead"
    message = f"{name}: {count} entries of its outline name nothing but pages; {instead}."
    return [TextWarning(code="pdf.outline_of_pages", message=message)]


def _destination_warnings(name: str, placed: list[Placed], lost: list[OutlineEntry]) -> list[TextWarning]:
    warnings: list[TextWarning] = []
    for one in placed:
        if one.moved and one.entry.page is not None:
            message = (
                f"{name}: page {one.entry.page + 1}, to which the outline entry {one.entry.title!r} points, does not "
                f"print it; it was placed at its printed heading on page {one.page + 1}."
            )
            warnings.append(TextWarning(code="pdf.destination_by_heading", message=message, names=(one.entry.title,)))
        elif one.entry.page is None:
            message = (
                f"{name}: the destination of the outline entry {one.entry.title!r} could not be resolved; "
                f"it was placed at its printed heading on page {one.page + 1}."
            )
            warnings.append(TextWarning(code="pdf.destination_by_heading", message=message, names=(one.entry.title,)))
    for entry in lost:
        message = (
            f"{name}: the destination of the outline entry {entry.title!r} could not be resolved and no page "
            "prints it as a heading; it has no section."
        )
        warnings.append(TextWarning(code="pdf.destination_lost", message=message, names=(entry.title,)))
    return warnings


def _contents_warnings(name: str, inferred: Inferred) -> list[TextWarning]:
    warnings = [
        TextWarning(
            code="pdf.contents_without_heading",
            message=(
                f"{name}: no page prints the contents entry {title!r} as a heading; its section begins at the top of "
                f"page {page + 1}, which the contents name."
            ),
            names=(title,),
        )
        for title, page in inferred.without_heading
    ]
    for page in inferred.foreign_contents:
        message = f"{name}: the contents printed on page {page + 1} are not this text's; no section was made from them."
        warnings.append(TextWarning(code="pdf.contents_not_matched", message=message, names=(str(page + 1),)))
    if inferred.by_running_heads:
        message = f"{name}: no headings were found; its sections were made from the running heads of its pages."
        warnings.append(TextWarning(code="pdf.sections_by_running_heads", message=message))
    return warnings


def _with_marks(
    pages: list[Page], placed: list[Placed], set_in: Measure, printed: tuple[str | None, ...]
) -> tuple[list[Block], list[Mark]]:
    """Blocks and marks of a book whose sections begin at the lines `placed`."""
    headings: dict[int, int] = {}
    firsts: list[int | None] = []
    for number, one in enumerate(placed):
        for line in pages[one.page].lines[one.line : one.line + one.size]:
            headings[id(line)] = number
        firsts.append(_first_line(pages, one))
    blocks, places = paragraphs(pages, set_in, headings, {first for first in firsts if first is not None}, printed)
    firsts_at = [len(blocks) if first is None else places.get(first, len(blocks)) for first in firsts]
    marks = [
        Mark(
            one.entry.title if one.declared or not one.size else blocks[at].text,
            one.entry.level,
            at,
            1 if one.size else 0,
            in_toc=one.in_toc,
            page=one.shown_page + 1,
        )
        for one, at in zip(placed, firsts_at, strict=True)
    ]
    return blocks, sorted(marks, key=lambda mark: mark.at)


def _first_line(pages: list[Page], one: Placed) -> int | None:
    """The id of the section's first line, which may stand on a later page."""
    if one.line < len(pages[one.page].lines):
        return id(pages[one.page].lines[one.line])
    return next((id(page.lines[0]) for page in pages[one.page + 1 :] if page.lines), None)
