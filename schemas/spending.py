"""What calls may cost and did cost: caps, rate limits, prices; and what the journal knows of an endpoint."""

from enum import StrEnum

from pydantic import Field

from schemas.base import Schema

# An endpoint that asks to be left alone is, by every process and run. A mistaken date would keep it unasked for years, so
# that no longer pause is believed: asking once an hour does no harm.
LONGEST_PAUSE_SECONDS = 3_600.0


class Cap(Schema):
    """The most that may be used; None is no limit. Tokens are those of prompts and answers together."""

    tokens: int | None = Field(None, ge=0)
    usd: float | None = Field(None, ge=0)

    @property
    def limits(self) -> bool:
        return self.tokens is not None or self.usd is not None

    def least(self, other: "Cap") -> "Cap":
        tokens = [one for one in (self.tokens, other.tokens) if one is not None]
        usd = [one for one in (self.usd, other.usd) if one is not None]
        return Cap(tokens=min(tokens, default=None), usd=min(usd, default=None))


class Caps(Schema):
    """Of one start (`run`), of the books asked for over all their starts (`batch`), and of what an endpoint gets in a
    day (UTC) from whoever shares the journal."""

    run: Cap = Cap()
    batch: Cap = Cap()
    day: Cap = Cap()


class Rates(Schema):
    """What an endpoint takes from all processes that share the journal; None is no limit."""

    requests_per_minute: int | None = Field(None, ge=1)
    tokens_per_minute: int | None = Field(None, ge=1)
    in_flight: int | None = Field(None, ge=1)


class Price(Schema):
    """In US dollars a million tokens."""

    input: float = Field(ge=0)
    cached: float = Field(ge=0)
    output: float = Field(ge=0)

    def of(self, prompt: int, cached: int, completion: int) -> float:
        fresh = max(prompt - cached, 0)
        return (fresh * self.input + min(cached, prompt) * self.cached + completion * self.output) / 1_000_000


FREE = Price(input=0, cached=0, output=0)


class Spent(Schema):
    """Sums over calls. `unpriced` counts the calls without a known price, `unknown` those of which nobody knows what they used
    (no usage was told, or the process was killed while they were under way): in `tokens` and `usd` they count with what
    was reserved."""

    calls: int = 0
    tokens: int = 0
    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0
    usd: float = 0.0
    unpriced: int = 0
    unknown: int = 0


class Refusal(Schema):
    """Why nothing more may be reserved: `cap` is the one that is met (run, batch or day), in `unit` (usd or tokens); `passing`
    where calls in flight may give some of it back."""

    cap: str
    unit: str
    limit: float
    left: float
    needed: float
    passing: bool

    @property
    def said(self) -> str:
        left = self._amount(self.left) if self.left > 0 else "nothing"
        whole, needed = self._amount(self.limit), self._amount(self.needed)
        return f"{_CAPS[self.cap]} of {whole} has {left} left, and the next call may need {needed}."

    @property
    def remedy(self) -> str:
        """What goes on, and when."""
        setting = _SETTINGS[self.cap, self.unit]
        if self.cap == "batch" or self.needed > self.limit:
            return f"Give a higher one to go on ({setting}): what was read stands."
        then = "may use as much again" if self.cap == "run" else "has a new one tomorrow (UTC)"
        return f"The same command {then}; a higher one reads more at once ({setting})."

    def _amount(self, value: float) -> str:
        return f"{value:,.0f} tokens" if self.unit == "tokens" else f"${value:,.4f}".removesuffix("00")


_CAPS = {
    "run": "This run's cap",
    "batch": "The budget of these books",
    "day": "The endpoint's cap for a day (UTC)",
}
_SETTINGS = {
    ("run", "usd"): "GLOSSATOR_RUN_USD, of `watch` --budget-usd",
    ("run", "tokens"): "GLOSSATOR_RUN_TOKENS, of `watch` --budget-tokens",
    ("batch", "usd"): "--budget-usd",
    ("batch", "tokens"): "--budget-tokens",
    ("day", "usd"): "GLOSSATOR_DAY_USD",
    ("day", "tokens"): "GLOSSATOR_DAY_TOKENS",
}


class Cost(Schema):
    """What one model's calls for a book cost, over all runs."""

    model: str
    spent: Spent

    @property
    def said(self) -> str:
        """gpt-4.1: 96010 tokens, $0.14; without a sum where no price is known. What was reserved for a call counts as
        long as nobody knows what it used."""
        sum_ = "price unknown" if self.spent.unpriced else f"${self.spent.usd:.2f}"
        calls = "a call" if self.spent.unknown == 1 else f"{self.spent.unknown} calls"
        unsure = f", in them the most that {calls} of unknown usage can have taken" if self.spent.unknown else ""
        return f"{self.model}: {self.spent.tokens} tokens, {sum_}{unsure}"


class Mode(StrEnum):
    """`json_schema` lets the endpoint decode under the schema, `json_object` only as JSON, `tools` forces a call; `plain`
    asks in words alone."""

    JSON_SCHEMA = "json_schema"
    JSON_OBJECT = "json_object"
    TOOLS = "tools"
    PLAIN = "plain"


class Capabilities(Schema):
    """What an endpoint's model was found to take: the mode of structured answers that works, parameters it refuses."""

    mode: Mode | None = None
    refused: tuple[str, ...] = ()


class Call(Schema):
    """A request about to be made: for whom, and the most it can use. `words` are those of the text that is read."""

    chapter_reading: str
    step: str
    task: str
    prompt: str
    words: int
    prompt_tokens: int
    most_answer_tokens: int


class Habit(Schema):
    """How a model answers: tokens of an answer for each word of the chunk. `calls` is how many calls say so; 0: the
    default, measured on a large model."""

    answer_tokens_a_word: float = 4.4
    calls: int = 0
