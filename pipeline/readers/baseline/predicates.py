"""Words that embed a clause, by what they do to it: reported, supposed, denied, doubted, wanted, left undone, true, false."""

from pipeline.readers.baseline.lexicon import SAYING

DENYING = frozenset("deny reject refute disprove dispute contest gainsay controvert repudiate disbelieve".split())
DOUBTING = frozenset("doubt question challenge distrust".split())
SUPPOSING = frozenset(
    "suppose assume imagine pretend fancy presume postulate stipulate feign conjecture hypothesise hypothesize "
    "conceive dream wonder ask inquire enquire".split()
)
BELIEVING = frozenset("imagine fancy conceive presume".split())  # of somebody else: he holds it
GRANTING = frozenset("grant concede admit confess acknowledge allow".split())
WANTING = frozenset(  # with an infinitive: nothing is said to be so
    "want wish hope desire try attempt seek strive endeavour endeavor intend mean aim claim profess pretend propose "
    "promise threaten expect fear tempt ask forbid".split()
)
FAILING = frozenset("fail cease refuse neglect omit decline forbear forget scorn".split())
INCLINING = frozenset("tempt incline dispose".split())  # "we are tempted to think that"
LEADING = frozenset("make lead cause induce persuade force bring ask invite teach".split())  # "makes us believe that"
PERMITTING = frozenset("allow permit enable suffer".split())
FACTIVE = frozenset(  # whoever says so commits himself to the clause
    "know see show prove demonstrate find discover learn recognise recognize realise realize perceive observe notice "
    "remark note remember understand explain establish follow happen regret forget reveal confirm "
    "infer deduce gather mean imply entail require ensure signify indicate".split()
)
NEG_RAISING = frozenset(
    "think believe suppose imagine fancy expect".split()
)  # "does not think that p": thinks that not
REPORTED_AS_INFINITIVE = frozenset(
    "say suppose think believe hold imagine allege repute report presume assume consider affirm suspect feign fancy "
    "conceive declare deny".split()
)
REPORTING = frozenset(SAYING) | {
    "allege", "state", "announce", "proclaim", "explain", "tell", "preach", "report", "imagine", "feel", "pretend",
    "protest", "remark", "observe", "add", "urge", "warn", "hint", "imply", "mean", "deem", "consider", "judge", "opine",
    "fancy", "presume", "conjecture", "suspect", "hope", "fear", "complain", "boast", "propose", "rejoin", "retort",
}  # fmt: skip
OF_PERSONS = frozenset(  # whatever their subject is called, it is a person; a book or an argument may "say" or "teach"
    "think believe argue maintain contend claim hold object reply answer insist declare assert affirm deny doubt "
    "suppose imagine fancy conclude concede admit confess".split()
)
NOTICING = frozenset(  # "it may be remarked that", "I may add that": the author says so himself
    "observe remark note notice add mention state remember repeat subjoin".split()
)
FRAMING = NOTICING | frozenset("say affirm assert conclude infer see".split())  # of "I" and "we": "we may say that"
SPEECH = REPORTING | DENYING | DOUBTING | SUPPOSING | GRANTING

CONVINCED = frozenset(
    "certain sure convinced convince confident persuaded persuade positive afraid".split()
)  # of a person
WRONGLY = frozenset("falsely wrongly erroneously mistakenly absurdly idly vainly".split())  # "is falsely said to"

TRUE_WORDS = frozenset("true case fact truth".split())
FALSE_WORDS = frozenset(
    "false untrue absurd wrong mistaken erroneous incorrect nonsense nonsensical contradictory inconceivable "
    "unthinkable ridiculous incredible preposterous mistake error fallacy illusion delusion absurdity falsehood "
    "falsity contradiction prejudice superstition fiction myth lie".split()
)
OPEN_WORDS = frozenset(
    "doubtful uncertain questionable debatable disputable unlikely improbable unproved unproven undecided unclear "
    "unknown question hypothetical".split()
)
MODAL_WORDS = {
    "possible": "possible", "conceivable": "possible", "imaginable": "possible", "thinkable": "possible",
    "impossible": "impossible", "necessary": "necessary", "inevitable": "necessary", "possibility": "possible",
    "impossibility": "impossible", "necessity": "necessary",
}  # fmt: skip
HEDGING_WORDS = {
    "probable": "probable", "likely": "probable", "certain": "certain", "evident": "certain", "clear": "certain",
    "plain": "certain", "obvious": "certain", "undeniable": "certain", "manifest": "certain", "indubitable": "certain",
}  # fmt: skip

FACT_NOUNS = frozenset(  # "the fact that", and what is brought forward for it
    "fact truth circumstance proof discovery knowledge principle maxim conclusion evidence reason ground law rule "
    "premise premiss result case".split()
)
SUPPOSED_NOUNS = frozenset("supposition assumption hypothesis condition presumption pretence pretense fiction".split())
CONTENT_NOUNS = (
    SUPPOSED_NOUNS
    | FACT_NOUNS
    | frozenset(
        "question doubt notion opinion view belief doctrine theory claim thesis idea conjecture suggestion assertion "
        "contention statement proposition objection argument possibility impossibility denial hope "
        "fear dream fancy illusion error mistake prejudice superstition conviction saying teaching answer reply judgment judgement".split()
    )
)
HEARSAY_ADVERBS = frozenset("supposedly allegedly reportedly purportedly ostensibly reputedly hypothetically".split())
VIEW_NOUNS = frozenset(
    "view opinion doctrine theory philosophy system account eyes mind judgment judgement belief".split()
)
PRIVATIVE = frozenset("without instead than against".split())  # prepositions before "causing"
KEEPING_FROM = frozenset("far prevent hinder keep preserve refrain abstain exempt".split())
QUESTIONING_ADJECTIVES = frozenset(  # "so-called", "pretended": the thing may not be what the noun says
    "so-called pretended alleged supposed imaginary fictitious fictional purported putative ostensible reputed "
    "imagined self-styled would-be hypothetical fancied".split()
)
