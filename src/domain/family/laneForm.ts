import * as Result from "effect/Result"
import { hidesSomething } from "../text/escape.ts"

/** A form of a review as a lane's program is started. */
export interface LaneForm {
  readonly form: string
  readonly args: ReadonlyArray<string>
  readonly promptChannel: "stdin" | "argv" | "argv-file-ref" | "none"
}

/** A form as its contract writes it, with what its catalog says about its slots. */
export interface WrittenForm {
  readonly form: string
  readonly submode: string | undefined
  /** By slot; a slot that is not named is required when it is in angle brackets. */
  readonly required: ReadonlyMap<string, boolean>
}

/** A word, with the required slots in it. */
interface Word {
  readonly text: string
  readonly slots: ReadonlyArray<string>
}

/** Where the brackets that open at a place close; undefined when they do not. */
const closing = (form: string, from: number): number | undefined => {
  let depth = 0
  for (let at = from; at < form.length; at++) {
    if (form[at] === "[") depth += 1
    if (form[at] === "]") depth -= 1
    if (depth === 0) return at
  }
  return undefined
}

const anglePattern = /^@?<[^<>]+>/u

/** The slot that stands at a place, brackets with all that is in them. */
const slotAt = (form: string, at: number): string | undefined => {
  if (form[at] !== "[") return anglePattern.exec(form.slice(at))?.[0]
  const end = closing(form, at)
  return end === undefined ? undefined : form.slice(at, end + 1)
}

const isRequired = ({ required }: WrittenForm, slot: string): boolean =>
  required.get(slot) ?? !slot.startsWith("[")

/** What only a shell would read. */
const shellMarks = /["'`$&;<>()|*?\\#~{}[\]]/u

/** Words of a form without what is optional; undefined when it holds what only a shell would read. */
const wordsOf = (written: WrittenForm): ReadonlyArray<Word> | undefined => {
  const { form } = written
  const words: Array<Word> = []
  let word: { text: string; readonly slots: Array<string> } | undefined
  let at = 0
  while (at < form.length) {
    const slot = slotAt(form, at)
    if (slot !== undefined) {
      at += slot.length
      if (isRequired(written, slot)) {
        word ??= { text: "", slots: [] }
        word.text += slot
        word.slots.push(slot)
      } else if (word === undefined && words.at(-1)?.text.startsWith("-") === true && !slot.startsWith("["))
        // `--focus <words>` goes with its operand, and so does the `--` before what is passed on.
        words.pop()
      continue
    }
    const character = form.charAt(at)
    at += 1
    if (character === " ") {
      if (word !== undefined) words.push(word)
      word = undefined
    } else if (shellMarks.test(character)) return undefined
    else word = { text: (word?.text ?? "") + character, slots: word?.slots ?? [] }
  }
  return word === undefined ? words : [...words, word]
}

/** Alternatives of a slot, such as `prompt`, `-` and `@file`. */
const alternatives = (slot: string): ReadonlyArray<string> =>
  slot
    .replace(/^@?[<[]/u, "")
    .replace(/[>\]]$/u, "")
    .split("|")
    .map((one) => one.trim())

const namesText = (names: ReadonlyArray<string>): boolean =>
  names.some((name) => /prompt|text|question|message|instruction/iu.test(name)) &&
  !names.some((name) => /file|path/iu.test(name))

type Filling = Pick<LaneForm, "promptChannel"> & { readonly text: string }

/** What the prompt's slot becomes. */
const fillingOf = ({ text }: Word, slot: string): Filling => {
  const names = alternatives(slot)
  if (names.includes("-") && text === slot) return { promptChannel: "stdin", text: "-" }
  if (slot.startsWith("@")) return { promptChannel: "argv-file-ref", text: "@{{promptPath}}" }
  return namesText(names)
    ? { promptChannel: "argv", text: "{{prompt}}" }
    : { promptChannel: "argv-file-ref", text: "{{promptPath}}" }
}

const filled = (words: ReadonlyArray<Word>, form: string): Result.Result<LaneForm, string> => {
  const slots = words.flatMap((word) => word.slots)
  const [slot, ...more] = slots
  if (slot === undefined)
    return Result.succeed({ form, args: words.map(({ text }) => text), promptChannel: "none" })
  if (more.length > 0) return Result.fail(`it needs ${slots.map((one) => `\`${one}\``).join(" and ")}`)
  const holder = words.find((word) => word.slots.length > 0)
  const { promptChannel, text } = fillingOf(holder ?? { text: slot, slots }, slot)
  const args = words.map((word) => (word === holder ? word.text.replace(slot, () => text) : word.text))
  return Result.succeed({ form, args, promptChannel })
}

/**
 * Makes arguments of a form: what is optional is left out, and the one operand that is required takes the prompt. Fails
 * with a clause that says why a lane cannot be started so.
 */
export const laneForm = (command: string, written: WrittenForm): Result.Result<LaneForm, string> => {
  const { form } = written
  if (form === "" || hidesSomething(form)) return Result.fail("it is no line of plain text")
  const words = wordsOf(written)
  if (words === undefined) return Result.fail("only a shell could read it")
  const [first, ...rest] = words
  if (first?.text !== command) return Result.fail(`it does not start with \`${command}\``)
  if ((written.submode ?? rest[0]?.text) === "diff")
    return Result.fail("it takes a diff, and a lane is given a plan")
  return filled(rest, form)
}
