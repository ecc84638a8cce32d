const ignored = new Set(
  (
    "the and for are was were has have had will would should could can may might must this that these those there their " +
    "its with from into onto when where which while what who how why than then thus but also only just very more most " +
    "any all each both other such same one two they them you your our not does did doing done been being because since " +
    "after before here about over under between verdict concern sound high medium low severity line lines see per via"
  ).split(" ")
)

/** Words that reviewers use for each other; the first of a row stands for all. */
const synonyms: ReadonlyArray<string> = [
  "absent missing lack lacks lacking without omit omits omitted forget forgets forgot forgotten none never no absence",
  "verify verifies verification verifying test tests testing tested check checks checked checking validate validates validation",
  "step steps command commands",
  "rollback undo revert reverts reverting restore",
  "dependency dependencies depend depends depending depended",
  "cycle cycles cyclic circular loop",
  "error errors exception exceptions failure failures fail fails failing crash crashes",
  "file files path paths",
  "race races racing concurrent concurrency concurrently parallel simultaneous simultaneously",
  "secret secrets credential credentials token tokens password passwords",
  "delete deletes deleted deleting deletion remove removes removed removal",
  "unbounded unlimited uncapped",
  "null undefined nullish nil"
]

const canonical: ReadonlyMap<string, string> = new Map(
  synonyms.flatMap((row) => {
    const [first = "", ...others] = row.split(" ")
    return [first, ...others].map((word) => [word, first] as const)
  })
)

const suffixes = [
  "ization",
  "ations",
  "ation",
  "ments",
  "ment",
  "ings",
  "ing",
  "ies",
  "ied",
  "ers",
  "ed",
  "es",
  "er",
  "ly",
  "s",
  "e",
  "y"
]

const stem = (word: string): string => {
  const suffix = suffixes.find((end) => word.endsWith(end) && word.length - end.length >= 4)
  return suffix === undefined ? word : word.slice(0, -suffix.length)
}

/** What a text is compared by. */
export interface Words {
  /** Stems of the words that carry meaning, synonyms brought together. */
  readonly stems: ReadonlySet<string>
  /** Numbers and names with a digit in them, such as `2` or `AUTH-01`: what tells two like sentences apart. */
  readonly numbers: ReadonlySet<string>
}

/** Words of one text that are compared; enough for the longest finding a person reads. */
const maxWords = 60

/** The words of `text` that a comparison goes by. Citations should be cut out before. */
export const wordsOf = (text: string): Words => {
  const all = text.toLowerCase().match(/[\p{L}\p{N}]+(?:[-_'][\p{L}\p{N}]+)*/gu) ?? []
  const stems = new Set<string>()
  const numbers = new Set<string>()
  for (const word of all.slice(0, maxWords)) {
    if (/\d/u.test(word)) numbers.add(word)
    else
      for (const part of word.split(/[-_']/u)) {
        const known = canonical.get(part)
        if (known !== undefined) stems.add(known)
        else if (part.length > 2 && !ignored.has(part)) stems.add(stem(part))
      }
  }
  return { stems, numbers }
}

const shared = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  let count = 0
  for (const word of one) if (other.has(word)) count += 1
  return count
}

/** Fewest words that two texts must share to be alike. */
const minShared = 3

/**
 * How alike two texts are, from 0 to 1: the share of the shorter one's words that the other has too. 0 when fewer than
 * three are shared, and when both name numbers and none of them is the same, as in "task 1" and "task 2".
 */
export const likeness = (one: Words, other: Words): number => {
  if (one.numbers.size > 0 && other.numbers.size > 0 && shared(one.numbers, other.numbers) === 0) return 0
  const same = shared(one.stems, other.stems) + shared(one.numbers, other.numbers)
  if (same < minShared) return 0
  const sizes = [one, other].map(({ numbers, stems }) => numbers.size + stems.size)
  return same / Math.min(...sizes)
}
