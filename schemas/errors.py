"""The error tree: one root, each leaf with a stable code, what happened, whose fault it is and what to do.

GlossatorError
├── UsageFault        the user's words or settings          exit code 2
│   ├── SettingInvalid, PathNotFound, NameUnwritable, NothingToRead, ConfigurationDiffers, LanguageNeedsModel,
│   │   NotReadOnly, QueryInvalid, StructureDiffers, BudgetMissing, BookBusy
├── BookFault         the file itself                        exit code 1
│   ├── NoText, PasswordRequired, PasswordWrong, Damaged, Protected, Unsupported, Unreadable
├── ServiceFault      something outside isn't there          exit code 1
│   ├── GraphUnavailable, GraphOverloaded, GraphStartFailed, PortTaken, DownloadFailed, ModelUnavailable, ModelPaused, ModelRefused,
│   │   RequestRefused
│   ├── JournalUnavailable, JournalLost, LeaseLost, FileUnusable, FlowServerFailed
├── ReadingFault      one chunk's answer; becomes a gap      never ends a run by itself
│   ├── ReplyCut (ContextExceeded), ReplyInvalid, ReplyEmpty, ReplyRefused, NotRecorded
├── PatchInvalid      a memory patch that can't be applied; the state stays as it was
├── Stopped           asked to stop (BudgetReached: by a cap)   exit codes 130, 4
└── InvariantBroken   our fault: the two sides of a law disagree
"""

import errno
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from schemas.reading import Usage


class GlossatorError(Exception):
    """Root of all errors that a user may see.

    `what` says what happened in one sentence, `remedy` what to do next; both may name files and settings,
    never a secret. `code` is stable across releases.
    """

    code: ClassVar[str] = "glossator"
    fault: ClassVar[str] = "ours"
    exit_code: ClassVar[int] = 1
    default_remedy: ClassVar[str] = ""

    def __init__(self, what: str, remedy: str | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.remedy = self.default_remedy if remedy is None else remedy

    def __str__(self) -> str:
        return f"[{self.code}] {self.what}" + (f" {self.remedy}" if self.remedy else "")


class UsageFault(GlossatorError):
    code, fault, exit_code = "usage", "the command or the settings", 2


class SettingInvalid(UsageFault):
    code = "usage.setting"


class PathNotFound(UsageFault):
    code = "usage.path_not_found"


class SidecarInvalid(UsageFault):
    """The file beside a book that says what is in it."""

    code, default_remedy = "usage.sidecar", "Mend the file or take it away; docs/structure.md lists what it may say."


class NameUnwritable(UsageFault):  # in bytes that are no text: neither journal nor graph could hold it
    code, default_remedy = "usage.file_name", "Rename the file."


class NothingToRead(UsageFault):
    code = "usage.nothing_to_read"


class ConfigurationDiffers(UsageFault):
    code = "usage.other_configuration"
    default_remedy = (
        "Read it with the configuration it stands under, or take it out with `glossator forget` and read it anew."
    )


class BookBusy(UsageFault):
    code, default_remedy = "usage.book_busy", "Stop that run first, or wait for its end."


class StructureDiffers(UsageFault):
    """Another version of Glossator, or another language's rules, cut the same text in another way; what was read cites
    the old sentences."""

    code = "usage.other_structure"
    default_remedy = "Go on with the version and the language that wrote it, or read the book into another graph."


class LanguageNeedsModel(UsageFault):
    code = "usage.language_needs_model"
    default_remedy = "Set OPENAI_BASE_URL or OPENAI_API_KEY and use --reader llm; the baseline reads English only."


class QueryInvalid(UsageFault):
    code = "usage.query"


class NotReadOnly(UsageFault):
    code = "usage.not_read_only"
    default_remedy = "`glossator cypher` only reads; write with your own Neo4j client if you must."


class BookFault(GlossatorError):
    code, fault = "book", "the book file"


class NoText(BookFault):
    code = "book.no_text"
    default_remedy = "It is probably a scan: run character recognition (OCR) over it and read the result."


class PasswordRequired(BookFault):
    code = "book.password_required"
    default_remedy = "Give the book's password with --password-file or GLOSSATOR_BOOK_PASSWORD."


class PasswordWrong(BookFault):
    code, default_remedy = "book.password_wrong", "Check the book's password."


class Damaged(BookFault):
    code, default_remedy = "book.damaged", "Get an undamaged copy of the file."


class Protected(BookFault):
    code, default_remedy = "book.protected", "Get a copy without copy protection (DRM)."


class Unsupported(BookFault):
    code, default_remedy = "book.unsupported", "Supported are EPUB, PDF, Markdown, HTML and plain text."


class Unreadable(BookFault):
    code, default_remedy = "book.unreadable", "Check the file's permissions."


class ServiceFault(GlossatorError):
    code, fault = "service", "a service outside Glossator"


class GraphUnavailable(ServiceFault):
    code = "service.graph_unavailable"
    default_remedy = "Start the local Neo4j with `glossator up`, or set NEO4J_URI, NEO4J_USERNAME, NEO4J_PASSWORD."


class GraphOverloaded(ServiceFault):
    code = "service.graph_overloaded"
    default_remedy = "Ask for less at a time, or give the local Neo4j more with GLOSSATOR_NEO4J_HEAP (e.g. 2g)."


class GraphStartFailed(ServiceFault):
    code = "service.graph_start_failed"


class PortTaken(ServiceFault):
    code = "service.port_taken"


class DownloadFailed(ServiceFault):
    code = "service.download_failed"
    default_remedy = "The first start fetches Neo4j; connect to a network and try again."


class JournalUnavailable(ServiceFault):
    code = "service.journal_unavailable"
    default_remedy = "Check GLOSSATOR_JOURNAL_URL and GLOSSATOR_HOME, then run the same command: it goes on."


class JournalLost(ServiceFault):
    """The graph holds what this journal doesn't know: going on would pay again for what stands."""

    code = "service.journal_lost"
    default_remedy = (
        "Put the journal back that it was read with (memory.db below its GLOSSATOR_HOME, or its GLOSSATOR_JOURNAL_URL), "
        "or read into an empty graph (another GLOSSATOR_HOME or NEO4J_URI)."
    )


class LeaseLost(ServiceFault):
    code = "service.lease_lost"
    default_remedy = "Nothing is lost; run the same command when the other process has ended."


class FlowServerFailed(ServiceFault):
    """Prefect's server, or the process that serves the flows."""

    code, default_remedy = "service.flow_server", "Start it with `glossator up`, or go on without it: --engine inline."


class FileUnusable(ServiceFault):
    """A file or folder of the user's machine that is no book: a home that is a file, a full disk, a closed output."""

    code, fault = "service.file", "the disk or its permissions"
    default_remedy = "Check its permissions and the space on its disk; GLOSSATOR_HOME says where everything is written."

    @classmethod
    def of(cls, error: OSError) -> "FileUnusable":
        named = f"{error.filename}: " if error.filename is not None else ""
        space = "Make space, then run the same command: it goes on." if error.errno == errno.ENOSPC else None
        return cls(f"{named}{error.strerror or error}.", space)


class ModelUnavailable(ServiceFault):
    code = "service.model_unavailable"
    default_remedy = "Check OPENAI_BASE_URL and that the endpoint runs, then run the same command: it goes on."


class ModelPaused(ServiceFault):
    """The endpoint itself says that it takes nothing for longer than a run waits."""

    code, default_remedy = "service.model_paused", "Run the same command when that time is over: it goes on."


class ModelRefused(ServiceFault):
    """The key, the account or the model: whatever is asked next would be refused too."""

    code = "service.model_refused"
    default_remedy = "Check OPENAI_API_KEY, GLOSSATOR_MODEL and the account's quota, then run the same command."


class RequestRefused(ServiceFault):
    """This one request; others may be taken."""

    code, default_remedy = "service.request_refused", "`glossator models check` says what works at the endpoint."


class ReadingFault(GlossatorError):
    """One chunk could not be read; `code` becomes the gap's reason, `calls` and `usage` say what it cost."""

    code, fault = "reading", "the model's answer"
    calls: int = 0
    usage: "Usage | None" = None


class ReplyCut(ReadingFault):
    code = "reading.cut_by_length"


class ContextExceeded(ReplyCut):
    """The prompt is longer than the model's context: less of it may do."""


class ReplyInvalid(ReadingFault):
    code = "reading.invalid_reply"
    no_object: bool = False  # whether there was not even a JSON object in it


class ReplyEmpty(ReadingFault):
    code = "reading.empty_reply"


class ReplyRefused(ReadingFault):
    code = "reading.refused"


class NothingFits(ReadingFault):  # there are items, none of this text: a model that says the rules back reads nothing
    code = "reading.nothing_fits"


class NotRecorded(ReadingFault):
    code = "reading.not_recorded"


class PatchInvalid(GlossatorError):
    """A patch (RFC 6902) that can't be applied; `operation` counts from 0."""

    code, fault = "memory.patch", "the model's answer"

    def __init__(self, operation: int, path: str, reason: str) -> None:
        super().__init__(f"Operation {operation} at {path!r}: {reason}")
        self.operation, self.path, self.reason = operation, path, reason


class Stopped(GlossatorError):
    """A stop was asked for while a call waited or could not be used: nothing is stored, the same command goes on."""

    code, fault, exit_code = "stopped", "nobody", 130


class BudgetReached(Stopped):
    """A cap would be passed by the next call."""

    code, fault, exit_code = "stopped.budget", "the cap that was set", 4


class BudgetMissing(UsageFault):
    """A paid model is to be asked and nothing says how much it may cost."""

    code = "usage.budget_missing"
    default_remedy = "Give --budget-usd or --budget-tokens (0: no limit); `glossator estimate` says what to expect."


class InvariantBroken(GlossatorError):
    code, default_remedy = "invariant", "This is a fault of Glossator; please report it with the message."
