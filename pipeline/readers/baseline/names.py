"""Names the baseline reader knows: philosophers, others they write of, and works, as printed in English books."""

PHILOSOPHERS = frozenset(
    "Thales Anaximander Pythagoras Heraclitus Parmenides Zeno Empedocles Anaxagoras Democritus Protagoras Gorgias "
    "Socrates Plato Aristotle Diogenes Epicurus Pyrrho Lucretius Epictetus Seneca Cicero Plotinus Porphyry Proclus "
    "Augustine Boethius Anselm Abelard Averroes Avicenna Maimonides Aquinas Scotus Ockham Cusanus Ficino Bruno "
    "Machiavelli Erasmus Montaigne Grotius Bacon Hobbes Descartes Gassendi Arnauld Malebranche Pascal Spinoza Locke "
    "Leibniz Leibnitz Newton Bayle Vico Wolff Berkeley Shaftesbury Mandeville Hutcheson Butler Hume Reid Smith Rousseau "
    "Diderot Voltaire D'Alembert Condillac Helvetius Holbach Montesquieu Baumgarten Lambert Beattie Oswald Priestley "
    "Mendelssohn Lessing Kant Hamann Herder Jacobi Reinhold Schulze Maimon Fichte Schelling Hegel Hölderlin "
    "Schleiermacher Schiller Goethe Schopenhauer Herbart Fries Feuerbach Marx Engels Kierkegaard Nietzsche Comte Bentham "
    "Mill Whewell Hamilton Mansel Spencer Sidgwick Green Bradley Bosanquet McTaggart Lotze Brentano Meinong Husserl "
    "Frege Peano Cantor Dedekind Boole Peirce James Dewey Royce Santayana Moore Russell Whitehead Wittgenstein Carnap "
    "Schlick Neurath Reichenbach Hempel Popper Kuhn Lakatos Feyerabend Tarski Gödel Quine Ayer Ryle Austin Strawson "
    "Davidson Kripke Putnam Rawls Nozick Arendt Heidegger Jaspers Sartre Beauvoir Camus Merleau-Ponty Levinas Derrida "
    "Foucault Gadamer Habermas Adorno Benjamin Bergson Weil Anscombe Foot Murdoch Galileo Kepler Copernicus Ptolemy "
    "Euclid Archimedes Galen Darwin Helmholtz Mach Poincaré Einstein Homer Virgil Dante Shakespeare Milton".split()
)
GIVEN_NAMES = frozenset(
    "Anne Bernard Bertrand Blaise Charles Christian David Edmund Émile Francis Friedrich Georg George Gilbert Gottfried "
    "Gottlob Henri Immanuel Isaac Jean John Karl Ludwig Martin Moses Nicolas René Rudolf Saint St Thomas William".split()
)
TITLES = frozenset("mr mrs dr bishop saint st professor sir lord father pope king queen emperor".split())

WORKS = (  # merged into one token each before the parse; matched as printed
    "Critique of Pure Reason", "Critique of Practical Reason", "Critique of Judgment", "Critique of Judgement",
    "Treatise of Human Nature", "Treatise on Human Nature", "Essay concerning Human Understanding",
    "Essay Concerning Human Understanding", "Principles of Human Knowledge", "New Essays", "Monadology", "Leviathan",
    "Principia Mathematica", "Novum Organum", "Organon", "Discourse on Method", "Phenomenology of Spirit",
    "Phenomenology of Mind", "Science of Logic", "Being and Time", "Nicomachean Ethics", "Theodicy", "Begriffsschrift",
    "Tractatus", "Philosophical Investigations", "Laws of Thought", "Summa Theologica", "Theaetetus", "Timaeus",
    "Phaedo", "Parmenides of Plato", "Genealogy of Morals", "Metaphysics of Morals", "Principles of Mathematics",
)  # fmt: skip
WORK_HEADS = frozenset(
    "treatise critique essay essays dialogue dialogues meditations enquiry inquiry principia lectures letters "
    "discourse discourses confessions prolegomena".split()
)
