"""What verbs, adjectives and nouns say of their two ends: relation types, and where the object comes first."""

VERBS = {
    "cause": "CAUSES", "produce": "CAUSES", "create": "CAUSES", "generate": "CAUSES", "bring about": "CAUSES",
    "occasion": "CAUSES", "give rise to": "CAUSES", "lead to": "CAUSES",
    "ground": "GROUNDS", "justify": "GROUNDS", "support": "GROUNDS", "warrant": "GROUNDS", "prove": "GROUNDS",
    "presuppose": "PRESUPPOSES", "require": "PRESUPPOSES", "assume": "PRESUPPOSES", "need": "PRESUPPOSES",
    "depend on": "PRESUPPOSES", "depend upon": "PRESUPPOSES", "rest on": "PRESUPPOSES", "rest upon": "PRESUPPOSES",
    "know through": "KNOWN_THROUGH", "know by": "KNOWN_THROUGH", "give in": "KNOWN_THROUGH",
    "determine": "DETERMINES", "govern": "DETERMINES", "regulate": "DETERMINES", "limit": "DETERMINES",
    "apply to": "APPLIES_TO", "refer to": "APPLIES_TO", "relate to": "APPLIES_TO", "hold of": "APPLIES_TO",
    "aim at": "AIMS_AT", "seek": "AIMS_AT", "strive for": "AIMS_AT", "desire": "AIMS_AT", "explain": "EXPLAINS",
    "account for": "EXPLAINS", "imply": "IMPLIES", "entail": "IMPLIES", "involve": "IMPLIES", "exclude": "EXCLUDES",
    "contradict": "EXCLUDES", "preclude": "EXCLUDES", "differ from": "CONTRASTS_WITH",
    "distinguish from": "CONTRASTS_WITH", "oppose to": "CONTRASTS_WITH", "contrast with": "CONTRASTS_WITH",
    "separate from": "CONTRASTS_WITH", "resemble": "SIMILAR_TO", "correspond to": "SIMILAR_TO",
    "correspond with": "SIMILAR_TO", "agree with": "SIMILAR_TO", "express": "EXPRESSES", "represent": "EXPRESSES",
    "signify": "EXPRESSES", "symbolize": "EXPRESSES", "mean": "MEANS", "denote": "MEANS", "become": "DEVELOPS_INTO",
    "develop into": "DEVELOPS_INTO", "pass into": "DEVELOPS_INTO", "turn into": "DEVELOPS_INTO",
    "grow into": "DEVELOPS_INTO", "reduce to": "REDUCES_TO", "resolve into": "REDUCES_TO", "have": "HAS_PROPERTY",
    "possess": "HAS_PROPERTY", "consist in": "IDENTICAL_WITH", "contain in": "PART_OF",
    "include in": "PART_OF", "constitute": "PART_OF", "identify with": "IDENTICAL_WITH",
}  # fmt: skip
AUTHORSHIP = {  # only where the subject is a person or a school
    "write": "WROTE", "introduce": "INTRODUCED", "invent": "INTRODUCED", "found": "FOUNDED", "follow": "FOLLOWS",
    "criticise": "CRITICISES", "criticize": "CRITICISES", "attack": "CRITICISES", "reject": "CRITICISES",
    "refute": "CRITICISES", "cite": "CITES", "quote": "CITES", "adopt": "FOLLOWS",
}  # fmt: skip
INVERSE = {  # the object comes first: "a whole contains parts"
    "contain": "PART_OF", "include": "PART_OF", "consist of": "PART_OF", "compose of": "PART_OF",
    "comprise": "PART_OF", "derive from": "GROUNDS", "deduce from": "IMPLIES", "infer from": "GROUNDS",
    "follow from": "IMPLIES", "arise from": "CAUSES", "spring from": "CAUSES", "result from": "CAUSES",
    "base on": "GROUNDS", "base upon": "GROUNDS", "found on": "GROUNDS", "found upon": "GROUNDS",
    "ground on": "GROUNDS", "due to": "CAUSES", "belong to": "HAS_PROPERTY",
}  # fmt: skip
OF_TWO_OBJECTS = frozenset(  # "Kant distinguishes A from B" says something of A and B
    "distinguish from|separate from|oppose to|contrast with|reduce to|identify with|derive from|deduce from|"
    "infer from|resolve into".split("|")
)
ADJECTIVES = {
    "identical with": "IDENTICAL_WITH", "identical to": "IDENTICAL_WITH", "different from": "CONTRASTS_WITH",
    "distinct from": "CONTRASTS_WITH", "opposed to": "CONTRASTS_WITH", "similar to": "SIMILAR_TO",
    "analogous to": "SIMILAR_TO", "like": "SIMILAR_TO", "dependent on": "PRESUPPOSES",
    "dependent upon": "PRESUPPOSES", "incompatible with": "EXCLUDES", "inconsistent with": "EXCLUDES",
    "applicable to": "APPLIES_TO", "due to": "CAUSES inverse", "necessary to": "PRESUPPOSES inverse",
    "necessary for": "PRESUPPOSES inverse", "essential to": "PRESUPPOSES inverse", "independent of": "PRESUPPOSES not",
}  # fmt: skip
NOUNS = {  # "X is the cause of Y"
    "cause": "CAUSES", "effect": "CAUSES inverse", "product": "CAUSES inverse", "result": "CAUSES inverse",
    "ground": "GROUNDS", "basis": "GROUNDS", "foundation": "GROUNDS", "source": "GROUNDS",
    "condition": "PRESUPPOSES inverse", "part": "PART_OF", "element": "PART_OF", "member": "PART_OF",
    "constituent": "PART_OF", "kind": "IS_A", "sort": "IS_A", "species": "IS_A", "form": "IS_A", "type": "IS_A",
    "class": "IS_A", "example": "EXAMPLE_OF", "instance": "EXAMPLE_OF", "case": "EXAMPLE_OF", "sign": "EXPRESSES",
    "expression": "EXPRESSES", "opposite": "CONTRASTS_WITH", "contrary": "CONTRASTS_WITH", "property": "HAS_PROPERTY inverse",
    "quality": "HAS_PROPERTY inverse", "object": "AIMS_AT inverse", "aim": "AIMS_AT inverse", "goal": "AIMS_AT inverse",
    "essence": "IDENTICAL_WITH",
}  # fmt: skip
RAISING = frozenset("seem appear happen tend have need ought use continue begin prove come".split())
HABITUAL = frozenset("wont accustomed apt prone".split())  # "are wont to": what follows is said of the subject
LIGHT_VERBS = frozenset(
    "go come get take put give make look see let turn keep leave want like be do seem appear happen begin stand lie sit "
    "run bring send set meet find show try use remain concern say tell think believe suppose know call speak".split()
)  # as RELATED_TO their edges were everyday talk when read by hand
