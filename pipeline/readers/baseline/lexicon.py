"""The word lists of the baseline reader: facts of language and names, no thresholds."""

PHRASES = (
    "a priori", "a posteriori", "thing in itself", "things in themselves", "sense data", "sense datum", "ad hoc",
    "per se", "prima facie", "reductio ad absurdum", "ad absurdum", "common sense",
)  # fmt: skip

LIGHT_HEADS = frozenset(
    "way thing case hand sight kind sort fact number means part point place time side deal lot sense matter course "
    "example instance respect regard manner degree extent end beginning rest use need one ones other others something "
    "nothing anything everything someone anyone everyone nobody somebody people man men day year word words term terms "
    "chapter section book page paragraph sentence reader author question answer argument premise conclusion assumption "
    "doctrine view reply objection reason ground account difficulty problem it that this what which who".split()
)
LIGHT_MODIFIERS = frozenset(
    "such other same own first second third last next many few several more most much less least certain various "
    "different whole very only mere sheer further former latter great little good bad new old long short far near "
    "own similar present following preceding above said due able likely".split()
)

SAYING = {
    "hold": "HOLDS", "maintain": "HOLDS", "argue": "HOLDS", "assert": "HOLDS", "say": "HOLDS", "think": "HOLDS",
    "believe": "HOLDS", "claim": "HOLDS", "teach": "HOLDS", "insist": "HOLDS", "affirm": "HOLDS", "contend": "HOLDS",
    "conclude": "HOLDS", "reply": "HOLDS", "write": "HOLDS", "declare": "HOLDS", "deny": "DENIES", "reject": "DENIES",
    "suppose": "SUPPOSES", "assume": "SUPPOSES", "ask": "ASKS", "doubt": "DOUBTS", "question": "DOUBTS",
    "concede": "CONCEDES", "admit": "CONCEDES", "grant": "CONCEDES", "allow": "CONCEDES",
}  # fmt: skip

RELATIONS = {
    ("cause", ""): "CAUSES", ("produce", ""): "CAUSES", ("bring", "about"): "CAUSES", ("create", ""): "CAUSES",
    ("ground", ""): "GROUNDS", ("justify", ""): "GROUNDS", ("support", ""): "GROUNDS",
    ("presuppose", ""): "PRESUPPOSES", ("require", ""): "PRESUPPOSES", ("assume", ""): "PRESUPPOSES",
    ("need", ""): "PRESUPPOSES", ("depend", "on"): "PRESUPPOSES", ("depend", "upon"): "PRESUPPOSES",
    ("rest", "on"): "PRESUPPOSES", ("rest", "upon"): "PRESUPPOSES",
    ("determine", ""): "DETERMINES", ("govern", ""): "DETERMINES", ("apply", "to"): "APPLIES_TO",
    ("aim", "at"): "AIMS_AT", ("explain", ""): "EXPLAINS", ("imply", ""): "IMPLIES", ("entail", ""): "IMPLIES",
    ("involve", ""): "IMPLIES", ("exclude", ""): "EXCLUDES", ("contradict", ""): "EXCLUDES",
    ("differ", "from"): "CONTRASTS_WITH", ("resemble", ""): "SIMILAR_TO", ("express", ""): "EXPRESSES",
    ("mean", ""): "MEANS", ("signify", ""): "MEANS", ("become", ""): "DEVELOPS_INTO",
    ("develop", "into"): "DEVELOPS_INTO", ("reduce", "to"): "REDUCES_TO", ("write", ""): "WROTE",
    ("introduce", ""): "INTRODUCED", ("invent", ""): "INTRODUCED", ("found", ""): "FOUNDED",
    ("follow", ""): "FOLLOWS", ("criticise", ""): "CRITICISES", ("criticize", ""): "CRITICISES",
    ("attack", ""): "CRITICISES", ("reject", ""): "CRITICISES", ("cite", ""): "CITES", ("quote", ""): "CITES",
    ("have", ""): "HAS_PROPERTY", ("possess", ""): "HAS_PROPERTY", ("belong", "to"): "PART_OF",
    ("consist", "in"): "IDENTICAL_WITH",
}  # fmt: skip
INVERSE = {("contain", ""): "PART_OF", ("include", ""): "PART_OF", ("consist", "of"): "PART_OF"}  # object first

MODALS = {"must": "necessary", "can": "possible", "could": "possible", "may": "possible", "might": "possible",
          "ought": "ought", "should": "ought", "shall": "ought"}  # fmt: skip
NEGATIONS = frozenset({"not", "no", "never", "neither", "nor", "n't", "cannot", "nothing", "none"})
HEDGES = {"perhaps": "probable", "probably": "probable", "seem": "doubtful", "seems": "doubtful", "likely": "probable",
          "doubtful": "doubtful", "certainly": "certain", "undoubtedly": "certain", "plainly": "certain"}  # fmt: skip
ENTERTAINING = frozenset("suppose doubt ask deny wonder imagine pretend".split())

TITLES = frozenset("Mr. Mrs. Dr. Bishop Saint St. Professor Sir Lord Father".split())
WORK_HEADS = frozenset("treatise critique essay dialogue dialogues meditations enquiry ethics letters".split())
FACULTIES = frozenset(
    "reason understanding imagination memory intuition perception will sensibility judgment judgement intellect "
    "conscience sensation intelligence".split()
)
TYPED_HEADS = {"principle": "Principle", "law": "Principle", "method": "Method", "distinction": "Distinction",
               "problem": "Problem", "property": "Property", "event": "Event"}  # fmt: skip

PHILOSOPHERS = frozenset(
    "Socrates Plato Aristotle Epicurus Zeno Parmenides Heraclitus Protagoras Pyrrho Epictetus Seneca Cicero Plotinus "
    "Augustine Boethius Anselm Abelard Averroes Avicenna Maimonides Aquinas Scotus Ockham Cusanus Ficino Machiavelli "
    "Montaigne Bacon Hobbes Descartes Gassendi Arnauld Malebranche Pascal Spinoza Locke Leibniz Newton Bayle Wolff "
    "Berkeley Hutcheson Butler Hume Reid Smith Rousseau Diderot Voltaire Condillac Helvetius Baumgarten Lambert "
    "Mendelssohn Kant Hamann Herder Jacobi Reinhold Schulze Fichte Schelling Hegel Schleiermacher Schiller Goethe "
    "Schopenhauer Herbart Fries Feuerbach Marx Engels Kierkegaard Nietzsche Comte Bentham Mill Whewell Hamilton "
    "Mansel Spencer Sidgwick Green Bradley Bosanquet McTaggart Lotze Brentano Meinong Husserl Frege Peano Cantor "
    "Dedekind Boole Peirce James Dewey Royce Moore Russell Whitehead Wittgenstein Carnap Schlick Neurath Reichenbach "
    "Popper Tarski Quine Ayer Ryle Austin Strawson Davidson Kripke Putnam Rawls Arendt Heidegger Sartre Beauvoir "
    "Merleau-Ponty Levinas Derrida Foucault Gadamer Habermas Adorno Benjamin Bergson Weil Anscombe Foot Galileo Kepler "
    "Copernicus Euclid Darwin Helmholtz Mach Poincaré Einstein Homer Virgil Dante Shakespeare".split()
)

SHELL_NOUNS = {
    "assumption": "supposition", "supposition": "supposition", "hypothesis": "supposition", "question": "question",
    "problem": "question", "definition": "definition", "distinction": "distinction", "example": "example",
    "view": "", "belief": "", "argument": "", "principle": "", "conclusion": "", "doctrine": "", "objection": "",
    "claim": "", "premise": "", "theory": "", "position": "", "answer": "", "difficulty": "", "thesis": "",
    "proposition": "", "inference": "", "reasoning": "", "opinion": "", "statement": "", "truth": "", "fact": "",
}  # fmt: skip
