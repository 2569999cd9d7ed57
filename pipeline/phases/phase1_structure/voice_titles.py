"""What a section's title says of who speaks in it: the translator, the editor, someone about the author, or nothing sure."""

import re

_KINDS = (
    r"(?:(?:preface|introduction|foreword|note|notes|remarks?|afterword|postscript|advertisement|commentary|essay|epilogue|"
    r"vorwort|vorrede|einleitung|nachwort|anmerkung(?:en)?|bemerkung(?:en)?)\b.*)"
)
TRANSLATORS = re.compile(
    rf"(?:the )?translators?[’']?s?[’']? {_KINDS}|(?:note|preface|introduction|foreword|afterword) (?:by|of|from) the translators?|"
    r"(?:vorwort|vorrede|einleitung|nachwort|anmerkung(?:en)?) des übersetzers|(?:préface|note|avant-propos) du traducteur|"
    r"(?:an? )?(?:(?:short|brief) )?(?:notes?|remarks?|word|preface) (?:on|about|concerning|to) (?:the |this |my |our )?"
    r"(?:(?:text|edition)s?,? and (?:the |this )?)?(?:present )?(?:english |german |french )?translations?\b.*|"
    r"(?:anmerkung(?:en)?|bemerkung(?:en)?|hinweise?) zur (?:vorliegenden )?übersetzung|(?:note )?sur la (?:présente )?traduction",
    re.IGNORECASE,
)
EDITORS = re.compile(
    rf"(?:the )?(?:general |series |volume )?(?:editors?|publishers?|transcribers?)[’']?s?[’']? {_KINDS}|"
    r"(?:note|preface|introduction|foreword|afterword|advertisement) (?:by|of|from) the (?:editors?|publishers?)|"
    r"(?:vorwort|vorrede|einleitung|nachwort|anmerkung(?:en)?) (?:des herausgebers|der herausgeber(?:in)?|des verlegers)|"
    r"(?:préface|note|avant-propos) de l[’']éditeur|colophon|imprint|uncopyright|.*project gutenberg.*",
    re.IGNORECASE,
)
ABOUT_THE_AUTHOR = re.compile(
    r"(?:introductory|biographical|prefatory) (?:essays?|notes?|notice|sketch|memoir|introduction)|"
    r"critical (?:introduction|notice)|essays? introductory|(?:\w+ )?introductory essays?\b.*|about the author|"
    r"(?:an? |the )?(?:(?:short|brief|biographical|critical|historical) )*(?:sketch|notice|memoir|life|account|notes?|essay|"
    r"biography|portrait)(?: of the life)? (?:of|on|about) the (?:author|writer|philosopher)\b.*|the author and h(?:is|er) .*|"
    r"(?:die |der )?(?:leben|biographie|verfasser)(?: und werk)? des (?:verfassers|autors)|(?:la )?vie de l[’']auteur",
    re.IGNORECASE,
)
LIFE = re.compile(
    r"(?:(?:the|an?|some) )?(?:(?:short|brief) )?(?:life(?: and (?:works?|times|writings|death))?|memoir|biography|"
    r"(?:biographical )?(?:sketch|account|notice)(?: of the life)?|das leben|leben|vie) (?:of|on|von|des|de) (?P<name>.+)",
    re.IGNORECASE,
)
_NAMING = re.compile(
    r"\b(?:life|lives|world|times|biograph\w*|memoir|sketch|career|thought|legacy|influence|reception|chronology|translating|"
    r"reading|introduction|leben|werk|denken|zeit|vie|œuvre|system)\b",
    re.IGNORECASE,
)
_FRAME = re.compile(
    r"(?:appendix|supplement|introduction|foreword|afterword|preface|anhang|einleitung|nachwort)(?: (?:[ivx]+|\d+|[a-z]))?\s*[:.—–-]+\s*",
    re.IGNORECASE,
)
BY_NAME = re.compile(r"\b(?:[Bb]y|BY|von|par)\s+((?:[A-ZÄÖÜ][\w.’'-]*\s*){1,5})$")
DOUBTFUL = re.compile(
    r"(?:(?:the|an?) )?(?:(?:general|short|brief|historical|preliminary|critical) )*(?:preface|foreword|introduction|introductory|"
    r"prologue|introductory remarks|advertisement|notes?|note on the .*|afterword|postscript|appendix|prolegomen(?:a|on)|"
    r"vorwort|vorrede|einleitung|nachwort|avant-propos|préface|epilogue|chronology|to the reader|an den leser|au lecteur)"
    r"(?: to (?:the|this) .*|\s*[:.—–]+ .*)?|"
    r"(?:(?:the|an?) )?preliminary (?:essay|discourse|dissertation|remarks?|observations?|study|notice|note)s?(?: .*)?",
    re.IGNORECASE,
)


def is_prefatory(plain: str) -> bool:
    """Whether someone may speak in a section of this title before the book begins, perhaps named in it."""
    signed = BY_NAME.search(plain) or re.search(r"\bby .+$", plain)
    bare = plain[: signed.start()].strip() if signed else plain
    return any(known.fullmatch(bare) for known in (DOUBTFUL, TRANSLATORS, EDITORS, ABOUT_THE_AUTHOR, LIFE))


def without_frame(plain: str) -> str:
    """ "a life of valin" of "appendix: a life of valin"."""
    return _FRAME.sub("", plain, count=1)


def is_about(title: str, surname: str | None) -> bool:
    """Whether a title names the author beside what others write of authors: "Rowe and Her World"; their own works bear
    their names too ("Rowe's Reply")."""
    return bool(
        surname and re.search(rf"\b{re.escape(surname)}(?:[’']s)?\b", title, re.IGNORECASE) and _NAMING.search(title)
    )
