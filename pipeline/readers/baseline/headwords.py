"""Nouns that decide: which type a phrase has by its head, and what "this view" or "this question" may point to."""

FACULTIES = frozenset(
    "reason understanding imagination memory intuition will sensibility judgment judgement intellect conscience".split()
)
TYPED_HEADS = {
    "principle": "Principle", "law": "Principle", "axiom": "Principle", "maxim": "Principle", "rule": "Principle",
    "postulate": "Principle", "method": "Method", "distinction": "Distinction", "antithesis": "Distinction",
    "problem": "Problem", "paradox": "Problem", "doctrine": "Doctrine", "theory": "Doctrine", "hypothesis": "Doctrine",
    "faculty": "Faculty", "school": "School",
}  # fmt: skip
COUNT_NOUNS = frozenset({"reason", "matter"})  # "a reason" and "no matter" are no concepts
COUNTING = frozenset("a an this that these those no some any every each another what which one".split())
NO_DOCTRINE = frozenset(
    "mechanism organism criticism prism syllogism baptism mannerism magnetism metabolism aphorism schism heroism "
    "truism witticism antagonism rheumatism tourism".split()
)
NO_SCHOOL = frozenset(
    "artists scientists dentists tourists physicists chemists botanists biologists psychologists guardians physicians "
    "musicians historians politicians mathematicians librarians logicians technicians metaphysicians theologians "
    "comedians tragedians magicians grammarians barbarians specialists journalists novelists "
    "indians europeans italians russians australians canadians americans persians egyptians christians".split()
)
ARGUMENT_NOUNS = frozenset(
    "argument view opinion doctrine theory philosophy system principle principles argumentation criticism reply "
    "objection position thesis claim hypothesis method definition account treatise essay".split()
)

SUPPOSITION, QUESTION, DEFINITION, DISTINCTION, EXAMPLE, CONCLUSION = (
    "supposition", "question", "definition", "distinction", "example", "conclusion"
)  # fmt: skip
PREVIOUS = "previous"  # the sentence before is meant
SHELL_NOUNS = {
    "assumption": SUPPOSITION, "supposition": SUPPOSITION, "hypothesis": SUPPOSITION, "question": QUESTION,
    "problem": QUESTION, "definition": DEFINITION, "distinction": DISTINCTION, "example": EXAMPLE,
    "conclusion": CONCLUSION, "inference": CONCLUSION, "view": PREVIOUS, "belief": PREVIOUS, "argument": PREVIOUS,
    "principle": PREVIOUS, "doctrine": PREVIOUS, "objection": PREVIOUS, "claim": PREVIOUS, "theory": PREVIOUS,
    "position": PREVIOUS, "difficulty": PREVIOUS, "thesis": PREVIOUS, "proposition": PREVIOUS, "reasoning": PREVIOUS,
    "opinion": PREVIOUS, "statement": PREVIOUS, "answer": PREVIOUS, "contention": PREVIOUS, "truth": PREVIOUS,
    "fact": PREVIOUS, "premise": "", "premiss": "", "reason": "", "consideration": "", "point": "",
}  # fmt: skip
