import { limits } from "../limits.ts"

/** Why a path is refused in a bundle; one word per rule, each explained in `pathRules`. */
export type PathRule =
  | "empty"
  | "absolute"
  | "drive"
  | "traversal"
  | "not-normal"
  | "not-nfc"
  | "not-unicode"
  | "control"
  | "reserved-character"
  | "trailing"
  | "reserved-name"
  | "name-too-long"
  | "path-too-long"

/** The sentence of each rule, to follow the path or name in a message. Source: decisions "Numbers". */
export const pathRules: Readonly<Record<PathRule, string>> = {
  empty: "is empty",
  absolute: "is absolute; paths are relative to the capability's folder",
  drive: "names a drive; paths are relative to the capability's folder",
  traversal: "leaves its folder with `..`",
  "not-normal": "has an empty or `.` part",
  "not-nfc": "is not in Unicode normal form C",
  "not-unicode": "holds half of a surrogate pair",
  control: "holds a control character or line separator",
  "reserved-character": 'holds one of `<>:"|?*\\`, which some systems do not allow',
  trailing: "ends in a dot or space, which some systems drop",
  "reserved-name": "is a device name on Windows",
  "name-too-long": `is longer than ${limits.nameBytes} bytes`,
  "path-too-long": `is longer than ${limits.pathBytes} bytes`
}

/** A path that may not stand in a bundle, the part of it that offends, and the rule. */
export interface PathProblem {
  readonly path: string
  readonly name: string
  readonly rule: PathRule
}

const encoder = new TextEncoder()

const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[1-9\u00b9\u00b2\u00b3])$/iu

/** Rules of one name, first match wins. */
const nameRules: ReadonlyArray<readonly [PathRule, (name: string) => boolean]> = [
  ["traversal", (name) => name === ".."],
  ["not-normal", (name) => name === "" || name === "."],
  ["not-unicode", (name) => /\p{Cs}/u.test(name)],
  ["control", (name) => /[\p{Cc}\p{Zl}\p{Zp}]/u.test(name)],
  ["reserved-character", (name) => /[<>:"|?*\\]/u.test(name)],
  ["not-nfc", (name) => name !== name.normalize("NFC")],
  ["trailing", (name) => /[. ]$/u.test(name)],
  ["reserved-name", (name) => deviceName.test((name.split(".")[0] ?? "").trimEnd())],
  ["name-too-long", (name) => encoder.encode(name).length > limits.nameBytes]
]

/** Rules of the whole path, asked before those of its names. */
const wholeRules: ReadonlyArray<readonly [PathRule, (path: string) => boolean]> = [
  ["empty", (path) => path === ""],
  ["absolute", (path) => /^[/\\]/u.test(path)],
  ["drive", (path) => /^[A-Za-z]:/u.test(path)],
  ["path-too-long", (path) => encoder.encode(path).length > limits.pathBytes]
]

/** First reason why a path with `/` may not stand in a bundle, or undefined when it may on every system. */
export const judgePath = (path: string): PathProblem | undefined => {
  const whole = wholeRules.find(([, offends]) => offends(path))
  if (whole !== undefined) return { path, name: path, rule: whole[0] }
  for (const name of path.split("/")) {
    const broken = nameRules.find(([, offends]) => offends(name))
    if (broken !== undefined) return { path, name, rule: broken[0] }
  }
  return undefined
}

const droppedNames: ReadonlySet<string> = new Set([".git", "__pycache__"])

/** The attributes of another file as macOS writes them beside it (AppleDouble), into every archive among others. */
const isAttributes = (name: string): boolean => name.startsWith("._")

/**
 * Tells whether staging leaves a path out: it is or lies below `.git` or `__pycache__`, or is one of the `._` files of
 * macOS, without which the same files are the same bundle wherever they were packed. Empty directories are left out as
 * well, because only files are listed. Source: docs/adr/0009-archives.md.
 */
export const isDropped = (path: string): boolean =>
  path.split("/").some((name) => droppedNames.has(name) || isAttributes(name))
