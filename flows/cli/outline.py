"""`glossator outline` and `glossator chunks`: what phase 1 finds in a book file, and what would be read."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from flows.cli.environment import read_password
from flows.totals import counted
from schemas.text import CHUNK_WORDS, Book, Section, SectionKind, StructureOptions, TextWarning, Voice

PathArgument = Annotated[Path, typer.Argument(help="The book file: EPUB, PDF, Markdown, HTML or plain text.")]
JsonOption = Annotated[bool, typer.Option("--json", help="JSON and nothing else on stdout.")]
PasswordOption = Annotated[
    Path | None, typer.Option("--password-file", help="A file that holds the book's password (PDF).")
]
UnitsOption = Annotated[bool, typer.Option("--units", help="Show the units below the contents and the notes too.")]
WordsOption = Annotated[int, typer.Option("--chunk-words", min=1, help="About how many words a chunk has.")]
IncludeOption = Annotated[
    list[SectionKind] | None, typer.Option("--include", help="Read this kind too: front, back or boilerplate.")
]


_BELOW = frozenset({SectionKind.UNIT, SectionKind.NOTE})  # the contents


def chapter_orders(book: Book) -> dict[int, list[int]]:
    """The numbers that `--chapters` takes, by the index of their section: a part that is read around its chapters has
    several."""
    found: dict[int, list[int]] = {}
    for chapter in book.chapters:
        found.setdefault(chapter.section, []).append(chapter.order)
    return found


def outline_rows(book: Book) -> list[dict[str, Any]]:
    """The sections in reading order, as `glossator outline --json` prints them; `chapter` is the first number that
    `--chapters` takes for the section's own text, null for a section that is no chapter."""
    orders = chapter_orders(book)
    return [
        {
            "level": section.level,
            "title": section.title,
            "label": section.label,
            "kind": section.kind.value,
            "unit": section.unit.value if section.unit else None,
            "ref": section.ref,
            "voice": section.voice.value,
            "in_toc": section.in_toc,
            "start": section.start,
            "end": section.end,
            "body_start": section.body_start,
            "source_start": section.source_start,
            "href": section.href,
            "page": section.page,
            "chapter": next(iter(orders.get(index, [])), None),
        }
        for index, section in enumerate(book.sections)
    ]


def chunk_rows(book: Book) -> list[dict[str, Any]]:
    """The chunks in reading order, as `glossator chunks --json` prints them."""
    rows: list[dict[str, Any]] = []
    for chunk in book.chunks:
        chapter = book.chapters[chunk.chapter - 1]
        first = book.sentences[chunk.first]
        start, end = book.extent(chunk.first, chunk.last)
        rows.append(
            {
                "chapter": chunk.chapter,
                "chapter_title": chapter.title,
                "own_text": chapter.own_text,
                "number": chunk.number,
                "words": chunk.words,
                "sentences": chunk.last - chunk.first,
                "first_sentence": chunk.first,
                "start": start,
                "end": end,
                "page": first.pdf_page,
                "page_label": first.page_label,
                "text": book.passage(chunk.first, chunk.last),
            }
        )
    return rows


def outline(
    path: PathArgument, as_json: JsonOption = False, units: UnitsOption = False, password_file: PasswordOption = None
) -> None:
    """Show a book's sections, who speaks in them, and how many units below them can be cited."""
    from pipeline.phases.phase1_structure.sidecar import without_author

    book = _read(path, StructureOptions(password=_password(password_file)))
    if as_json:
        typer.echo(json.dumps(outline_rows(book), ensure_ascii=False))
        return
    typer.echo(f"{book.title}" + (f", {book.author}" if book.author else "") + f" [{book.language}]")
    orders = {section: ",".join(map(str, numbers)) for section, numbers in chapter_orders(book).items()}
    width = max([len("chapter"), *map(len, orders.values())])
    typer.echo(f"{'chapter':>{width}}")
    unread = _unread_words(book)
    below = _units_below(book)
    printed = _printed_pages(book)
    for index, section in enumerate(book.sections):
        if not units and (section.unit or section.kind is SectionKind.NOTE):
            continue
        place = _place(section, printed.get(index))
        kind = "" if section.kind is SectionKind.BODY else f"  ({section.kind.value})"
        kind += "" if section.voice is Voice.AUTHOR else f"  [{section.voice.value}]"
        kind += (
            f"  {section.ref}"
            if section.ref
            else ""
            if units or not below[index]
            else f"  ({counted(below[index], 'unit or note', 'units and notes')})"
        )
        words = f"  {unread[index]} words not read" if unread.get(index) else ""
        typer.echo(f"{orders.get(index, ''):>{width}}{'  ' * len(section.path)}{section.title}{kind}{words}{place}")
    _say_warnings(book, without_author(book.author, path.name))


def _place(section: Section, printed: str | None) -> str:
    """The page on which it begins, as printed where that is known, and in a PDF counted from the first."""
    pages = [f"p. {printed}"] if printed else []
    pages += [f"PDF p. {section.page}"] if section.page is not None and str(section.page) != printed else []
    return f"  {' · '.join(pages)}" if pages else ""


def _printed_pages(book: Book) -> dict[int, str]:
    """The printed page of each section's first sentence, of those that have one on the page where the section begins."""
    found: dict[int, str] = {}
    for sentence in sorted(book.sentences, key=lambda one: one.start):
        label = sentence.printed_page or sentence.page_label
        for at in book.ancestors(sentence.section) if label else ():
            section = book.sections[at]
            if section.page in {None, sentence.pdf_page}:
                found.setdefault(at, label or "")
    return found


def _units_below(book: Book) -> Counter[int]:
    """How many units and notes lie in each section, counted at the innermost that is none."""
    found: Counter[int] = Counter()
    for index, section in enumerate(book.sections):
        if section.unit or section.kind is SectionKind.NOTE:
            found[next((at for at in book.ancestors(index) if book.sections[at].kind not in _BELOW), index)] += 1
    return found


def _unread_words(book: Book) -> Counter[int]:
    """The words that are in no chapter, by the index of their section."""
    read = {at for chapter in book.chapters for at in range(chapter.first, chapter.last)}
    words: Counter[int] = Counter()
    for at, sentence in enumerate(book.sentences):
        if at not in read:
            words[sentence.section] += len(book.sentence_text(at).split())
    return words


def chunks(
    path: PathArgument,
    as_json: JsonOption = False,
    chunk_words: WordsOption = CHUNK_WORDS,
    include: IncludeOption = None,
    password_file: PasswordOption = None,
) -> None:
    """Show what would be read of a book, chunk by chunk."""
    options = StructureOptions(
        chunk_words=chunk_words, include=frozenset(include or ()), password=_password(password_file)
    )
    book = _read(path, options)
    if as_json:
        typer.echo(json.dumps(chunk_rows(book), ensure_ascii=False))
        return
    for row in chunk_rows(book):
        opening = row["text"][:60].replace("\n", " ")
        typer.echo(
            f"{row['chapter']:>3}.{row['number']:<3} {row['words']:>5} words  {row['chapter_title']}: {opening}…"
        )
    _say_warnings(book)


def _read(path: Path, options: StructureOptions) -> Book:
    from pipeline.phases.phase1_structure.phase import read_structure
    from schemas.errors import PathNotFound

    if path.is_dir():
        raise PathNotFound(f"{str(path)!r} is a folder.", "Name one book file; `glossator ingest` takes folders.")
    return read_structure(path, options)


def _password(file: Path | None) -> Any:
    import os

    from pydantic import SecretStr

    if file is None:
        given = os.environ.get("GLOSSATOR_BOOK_PASSWORD")
        return SecretStr(given) if given else None
    return SecretStr(read_password(file))


def _say_warnings(book: Book, more: Sequence[TextWarning] = ()) -> None:
    for warning in (*book.warnings, *more):
        typer.echo(f"Warning: {warning.message}", err=True)
