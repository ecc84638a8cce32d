import { limits } from "../limits.ts"
import { withoutCredentials } from "../source/address.ts"
import { visible } from "../text/escape.ts"

/** What a git that failed was about, as far as can be told. */
export type ComplaintKind =
  /** There is no such repository, or none that may be seen. */
  | "no-repository"
  /** It wants credentials, or others. */
  | "credentials"
  | "moved"
  | "host-key"
  | "certificate"
  /** The server gives out what it lists and no other commit. */
  | "unlisted"
  /** The server has no such commit or ref. */
  | "no-object"
  /** What it sent is malformed, as git checks it. */
  | "unsound"
  | "other"

/** Why a git failed, in one line that may be shown. */
export interface Complaint {
  readonly kind: ComplaintKind
  readonly line: string
}

/** First match wins. Source: messages of git 2.39 in the C locale. */
const kinds: ReadonlyArray<readonly [ComplaintKind, RegExp]> = [
  ["unlisted", /unadvertised object/u],
  ["no-object", /not our ref|couldn't find remote ref|could not find remote ref|not a valid object name/iu],
  ["unsound", /fsck error|invalid index-pack output/u],
  ["moved", /redirect|error: 30[1278]\b/iu],
  ["host-key", /host key verification failed/iu],
  [
    "credentials",
    /authentication failed|could not read (?:username|password)|terminal prompts disabled|error: 40[13]\b|permission denied|access denied/iu
  ],
  ["certificate", /certificate|\bSSL\b|\bTLS\b|CAfile/u],
  [
    "no-repository",
    /repository '.*' not found|repository not found|does not exist|does not appear to be a git repository|error: 404\b/iu
  ]
]

const start = /^(?:fatal|error): /u

const isTold = (line: string): boolean => start.test(line)
const isFatal = (line: string): boolean => line.startsWith("fatal: ")

/** Reads what a git wrote to its error output. What the server wrote itself is only looked at for its kind. */
export const complaintOf = (stderr: string): Complaint => {
  const lines = stderr
    .split(/[\r\n]+/u)
    .map((line) => line.trim())
    .filter((line) => line !== "")
  const kind = kinds.find(([, pattern]) => lines.some((line) => pattern.test(line)))?.[0] ?? "other"
  const told = kind === "unsound" ? lines.find(isTold) : (lines.findLast(isFatal) ?? lines.findLast(isTold))
  const text = withoutCredentials((told ?? lines.at(-1) ?? "").replace(start, ""))
  return { kind, line: text === "" ? "it said nothing" : visible(text, limits.shownCharacters) }
}
