"""EPUB 2 and 3: reading order from the spine, sections from the navigation, text from the XHTML files."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pipeline.phases.phase1_structure.encoding import declared_encoding, decode
from pipeline.phases.phase1_structure.labels import is_bare_label
from pipeline.phases.phase1_structure.parsed import Block, Mark, ParsedBook
from pipeline.phases.phase1_structure.parsers.epub_archive import Archive
from pipeline.phases.phase1_structure.parsers.epub_kinds import declared_kind
from pipeline.phases.phase1_structure.parsers.epub_navigation import Entry, navigation
from pipeline.phases.phase1_structure.parsers.epub_package import Package, read_package
from pipeline.phases.phase1_structure.parsers.epub_places import printed_places
from pipeline.phases.phase1_structure.parsers.headings import heading_marks
from pipeline.phases.phase1_structure.parsers.markup import MarkupReader, read_markup
from pipeline.phases.phase1_structure.parsers.markup_elements import MarkupBlock, plain, role_of
from pipeline.phases.phase1_structure.parsers.note_links import with_linked_notes
from pipeline.phases.phase1_structure.parsers.note_targets import linked
from pipeline.phases.phase1_structure.parsers.tolerant import unclosed_warnings
from schemas.errors import Damaged
from schemas.text import SectionKind, StructureOptions, TextWarning


@dataclass(slots=True)
class _Text:
    """The blocks of all spine files, and where each file and each of its anchors begins."""

    blocks: list[Block] = field(default_factory=list)
    markup: list[MarkupBlock] = field(default_factory=list)
    files: dict[str, int] = field(default_factory=dict)
    anchors: dict[tuple[str, str], int] = field(default_factory=dict)
    calls: dict[str, list[str]] = field(default_factory=dict)
    furniture: list[str] = field(default_factory=list)


class EpubParser:
    def parse(self, source: bytes, name: str, options: StructureOptions) -> ParsedBook:
        archive = Archive(source, name)
        package = read_package(archive)
        archive.refuse_protected(package.documents)
        entries = navigation(archive, package)
        targets = {(entry.path or "", entry.fragment) for entry in entries if entry.fragment}
        text, warnings = _read_spine(archive, package, targets)
        marks, lost = _place(entries, text, package)
        warnings.extend(package.warnings)
        if archive.doubled:
            message = (
                f"{name}: the archive has several files of one name; the last is read: {', '.join(archive.doubled)}."
            )
            warnings.append(TextWarning(code="epub.duplicate_name", message=message, names=tuple(archive.doubled)))
        if lost:
            titles = tuple(entry.title for entry in lost)
            message = f"{name}: the target of these contents entries was not found: " + "; ".join(titles)
            warnings.append(TextWarning(code="epub.target_not_found", message=message, names=titles))
        if not marks:
            marks = heading_marks(text.blocks, text.markup, package.metadata.title)
            message = f"{name}: the book has no usable navigation; its headings are taken for the contents."
            warnings.append(TextWarning(code="epub.no_navigation", message=message))
        else:
            marks = _with_lower_headings(marks, text)
        blocks = linked(text.blocks, text.anchors, text.calls)
        return ParsedBook(
            "epub",
            tuple(blocks),
            tuple(marks),
            package.metadata,
            warnings=tuple(warnings),
            furniture=tuple(text.furniture),
        )


def _read_spine(archive: Archive, package: Package, targets: set[tuple[str, str]]) -> tuple[_Text, list[TextWarning]]:
    text = _Text()
    missing: list[str] = []
    warnings: list[TextWarning] = []
    readers: dict[str, MarkupReader] = {}
    for path in dict.fromkeys(package.spine):  # one that names a file twice has its text once
        content = archive.read(path)
        if content is None:
            missing.append(path)
            continue
        archive.refuse_entities(content, path)
        decoded = decode(content, f"{archive.name}: {path}", declared_encoding(content))
        reader = read_markup(decoded.text)
        warnings.extend((*decoded.warnings, *unclosed_warnings(f"{archive.name}: {path}", reader.unclosed)))
        readers[path] = reader
    with_linked_notes(readers)
    for path in dict.fromkeys(package.spine):
        text.files[path] = len(text.blocks)
        if path not in readers:
            continue
        reader = readers[path]
        text.calls[path] = reader.calls
        text.furniture.extend(reader.furniture)
        for markup in reader.blocks:
            _add(text, path, markup, targets)
        for anchor in reader.end_anchors:
            text.anchors.setdefault((path, anchor), len(text.blocks))
    if missing and len(missing) == len(package.spine):
        raise Damaged(f"{archive.name} is damaged: none of the files of its reading order is in it.")
    if missing:
        message = f"{archive.name}: files of the reading order are missing: {', '.join(missing)}"
        warnings.append(TextWarning(code="epub.file_missing", message=message, names=tuple(missing)))
    return text, warnings


def _add(text: _Text, path: str, markup: MarkupBlock, targets: set[tuple[str, str]]) -> None:
    """Adds a block, cut where an entry of the contents points into its middle."""
    cuts = sorted(
        {offset for anchor, offset in markup.anchors if (path, anchor) in targets and _may_cut(markup, offset)}
    )
    for begin, stop in zip([0, *cuts], [*cuts, len(markup.text)], strict=True):
        for anchor, offset in markup.anchors:
            if begin <= offset < stop or (begin == 0 and offset == 0) or offset == stop == len(markup.text):
                text.anchors.setdefault((path, anchor), len(text.blocks))
        printed = tuple((0 if at <= begin else at - begin, label) for at, label in markup.printed if begin <= at < stop)
        piece = plain(markup.text[begin:stop])
        text.blocks.append(Block(piece, role_of(markup), None, printed=printed, file=path))
        text.markup.append(markup)


def _may_cut(markup: MarkupBlock, offset: int) -> bool:
    return not markup.heading and bool(markup.text[:offset].strip()) and bool(markup.text[offset:].strip())


def _place(entries: Sequence[Entry], text: _Text, package: Package) -> tuple[list[Mark], list[Entry]]:
    """A mark for each entry; entries without a link stand where the first entry below them does."""
    found: dict[int, int | None] = {}
    unplaced: dict[str, list[int]] = {}  # by file
    for index, entry in enumerate(entries):
        if entry.path in text.files and entry.fragment:
            found[index] = text.anchors.get((entry.path, entry.fragment))
        if entry.path in text.files and found.get(index) is None:
            unplaced.setdefault(entry.path, []).append(index)
    bounds = [*text.files.values(), len(text.blocks)]
    for (path, first), stop in zip(text.files.items(), bounds[1:], strict=True):
        several = unplaced.get(path, [])
        if len(several) == 1 and not entries[several[0]].fragment:
            found[several[0]] = first
        elif several:
            printed = printed_places([entries[index] for index in several], text.markup[first:stop], first)
            found.update(zip(several, printed, strict=True))
    placed = [(entry, found.get(index)) for index, entry in enumerate(entries)]
    lost = [entry for entry, at in placed if at is None and entry.path is not None]
    starts = sorted({at for _, at in placed if at is not None})
    marks: list[Mark] = []
    for index, (entry, at) in enumerate(placed):
        if at is None:
            below = _first_below(placed, index)
            if below is None:
                continue
            at = below
        marks.append(Mark(entry.title, entry.level, at, href=entry.href, kind=_kind(entry, at, starts, text, package)))
    return _in_order(marks, text), lost


def _first_below(placed: Sequence[tuple[Entry, int | None]], index: int) -> int | None:
    for entry, at in placed[index + 1 :]:
        if entry.level <= placed[index][0].level:
            return None
        if at is not None:
            return at
    return None


def _kind(entry: Entry, at: int, starts: Sequence[int], text: _Text, package: Package) -> SectionKind | None:
    following = bisect_right(starts, at)
    stop = starts[following] if following < len(starts) else None
    landmark = package.landmarks.get((entry.path or "", entry.fragment or ""), "")
    blocks = text.markup[at:stop]
    return declared_kind(landmark, blocks if not entry.fragment else [replace(block, types="") for block in blocks])


def _in_order(marks: list[Mark], text: _Text) -> list[Mark]:
    """Marks by reading order, each with as many heading blocks as are printed at its place."""
    order = sorted(range(len(marks)), key=lambda index: (marks[index].at, index))
    marks = [marks[index] for index in order]
    starts = sorted({mark.at for mark in marks} | set(text.files.values()))
    found: list[Mark] = []
    for index, mark in enumerate(marks):
        last_here = index + 1 == len(marks) or marks[index + 1].at > mark.at
        following = bisect_right(starts, mark.at)
        stop = starts[following] if following < len(starts) else len(text.blocks)
        count = _printed_heading(text, mark.at, stop) if last_here else 0
        found.append(replace(mark, heading_blocks=count))
    return found


def _printed_heading(text: _Text, at: int, stop: int) -> int:
    """How many blocks from `at` are the printed heading: headings in a row, or those of one heading group."""
    count = 0
    while at + count < stop:
        block = text.markup[at + count]
        if not (block.heading or block.group) or (count and block.group != text.markup[at].group):
            break
        if count and not block.group and block.heading < text.markup[at].heading:
            break
        if (
            count
            and not block.group
            and is_bare_label(plain(block.text))
            and not is_bare_label(plain(text.markup[at].text))
        ):
            break  # "1." below a part's title is the first of its sections
        count += 1
    return count


def _with_lower_headings(marks: list[Mark], text: _Text) -> list[Mark]:
    """Adds the headings printed below the navigation's entries as sections that are not in the contents."""
    taken = {mark.at + step for mark in marks for step in range(mark.heading_blocks)}
    by_place: defaultdict[int, list[Mark]] = defaultdict(list)
    for mark in marks:
        by_place[mark.at].append(mark)
    current: Mark | None = None
    rank = 0
    found: list[Mark] = []
    lower: list[int] = []
    last_group = 0
    for at, block in enumerate(text.markup):
        if at in by_place:
            found.extend(by_place[at])
            current, lower = by_place[at][-1], []
            rank = block.heading
        if not block.heading or at in taken or current is None:
            continue
        if block.group and block.group == last_group:
            continue
        last_group = block.group
        lower = [heading for heading in lower if heading < block.heading] + [block.heading]
        level = current.level + max(1, len(lower)) if rank < block.heading or not rank else current.level + 1
        found.append(Mark(text.blocks[at].text, level, at, 1, in_toc=False, href=text.blocks[at].file))
    found.extend(mark for mark in marks if mark.at >= len(text.markup))
    return found
