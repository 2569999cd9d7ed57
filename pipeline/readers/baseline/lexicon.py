"""Word lists for noun phrases and clauses: what is too light for a concept, and what auxiliaries and hedges say."""

PHRASES = (
    "a priori", "a posteriori", "things? in (?:itself|themselves)", "sense[- ]dat(?:a|um)", "ad hoc", "per se",
    "prima facie", "reductio ad absurdum", "ad absurdum", "ad infinitum", "common sense", "ipso facto", "cogito,? ergo sum",
    "state of affairs", "states of affairs", "free will", "matters? of fact", "relations? of ideas",
)  # fmt: skip
NO_HEADS = frozenset("a priori|a posteriori|ad hoc|per se|prima facie|ad absurdum|ad infinitum|ipso facto".split("|"))

APPARATUS = frozenset(
    "q.e.d q.e.f qed qef def defs deff prop props propp coroll corolls corol cor ax axs axx post posts lem schol expl viz cf ibid ib op cit loc seq sqq ff vol "
    "vols pp cap ch chap chaps sec sect sects secs pt pts bk bks fig figs ed eds tr trans hereby encycl".split()
)  # what a book says of its own parts, as it is cut by the parse

LIGHT_HEADS = APPARATUS | frozenset(
    "way thing case hand sight kind sort species fact number means mean part point place time side deal lot "
    "course example instance respect regard manner degree extent end beginning rest use need one other others something "
    "nothing anything everything someone anyone everyone nobody somebody people man men woman day year hour moment "
    "minute week century word term chapter section book page paragraph sentence reader author writer question answer "
    "argument premise conclusion assumption supposition hypothesis doctrine view opinion reply objection reason ground "
    "account difficulty problem step turn sake attempt majority plenty pair couple dozen score bit piece mass set class "
    "variety aspect feature item detail line position light business trouble doubt care help chance hold name purpose "
    "effort amount attention interest remark discussion statement consideration order favour favor "
    "spite virtue aid addition exception difference result consequence it that this what which who whom all both "
    "each either neither many few several none some any most more less half first second third last former latter "
    "wont person whole sign basis description expression painter spectator possibility today tomorrow yesterday yes no ourselves itself himself herself themselves myself yourself oneself".split()
)
LIGHT_MODIFIERS = frozenset(
    "such other same own first second third fourth fifth last next many few several more most much less least certain "
    "various different whole very only mere sheer further former latter great greater greatest little large small big "
    "good better best bad worse worst new old long short far near similar present following preceding above said due "
    "able likely actual ordinary important usual enough sufficient chief main original "
    "recent obvious clear plain entire complete full perfect utter simple single separate definite special given "
    "interesting curious strange alleged so-called supposed called successive any some all both each every "
    "either neither no another what which whose numerous countless innumerable considerable".split()
)

MODALS = {"must": "necessary", "can": "possible", "could": "possible", "may": "possible", "might": "possible",
          "ought": "ought", "should": "ought"}  # fmt: skip
NOWHERE = frozenset("nowhere never nowise".split())
NEGATIVE_ADVERBS = NOWHERE | frozenset("not nor neither n't hardly scarcely".split())
NEGATIVE_DETERMINERS = frozenset("no neither".split())
NO_WAY = frozenset("way mean means wise account sense respect circumstance circumstances case manner degree".split())
NEGATIVE_PRONOUNS = frozenset("nothing nobody none no-one".split())
HEDGES = {"perhaps": "doubtful", "possibly": "doubtful", "apparently": "doubtful", "seemingly": "doubtful",
          "probably": "probable", "presumably": "probable", "certainly": "certain", "undoubtedly": "certain",
          "unquestionably": "certain", "obviously": "certain", "evidently": "certain", "plainly": "certain",
          "clearly": "certain", "doubtless": "certain"}  # fmt: skip
HEDGING_VERBS = frozenset({"seem", "appear"})

SAYING = {
    "hold": "HOLDS", "maintain": "HOLDS", "argue": "HOLDS", "assert": "HOLDS", "say": "HOLDS", "think": "HOLDS",
    "believe": "HOLDS", "claim": "HOLDS", "teach": "HOLDS", "insist": "HOLDS", "affirm": "HOLDS", "contend": "HOLDS",
    "conclude": "HOLDS", "reply": "HOLDS", "answer": "HOLDS", "write": "HOLDS", "declare": "HOLDS", "object": "HOLDS",
    "regard": "HOLDS", "suggest": "HOLDS", "deny": "DENIES", "reject": "DENIES",
    "suppose": "SUPPOSES", "assume": "SUPPOSES", "ask": "ASKS", "inquire": "ASKS", "doubt": "DOUBTS",
    "question": "DOUBTS", "concede": "CONCEDES", "admit": "CONCEDES", "grant": "CONCEDES", "allow": "CONCEDES",
}  # fmt: skip
TAKES_OBJECT = frozenset("deny reject doubt maintain assert affirm".split())  # also with a noun: "denied the vacuum"
OTHERS_WHO_SPEAK = frozenset(
    "philosopher people some many others most man critic idealist realist empiricist rationalist sceptic skeptic "
    "thinker writer author objector opponent mathematician theologian person he she they somebody someone those whoever few opponent adversary sect ancient modern".split()
)
