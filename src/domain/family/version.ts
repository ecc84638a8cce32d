import * as Result from "effect/Result"
import { own } from "../capability/raw.ts"

/** Bytes of the files that may say which version a member is; undefined when there is none. */
export interface VersionFiles {
  readonly packageJson: Uint8Array | undefined
  readonly skill: Uint8Array | undefined
}

/** Text of a file of which one line counts: what is no UTF-8 elsewhere in it is replaced, a byte order mark is kept. */
const textOf = (bytes: Uint8Array): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)

const packageVersion = (bytes: Uint8Array): Result.Result<unknown, string> => {
  const text = textOf(bytes)
  if (text.startsWith("\uFEFF"))
    return Result.fail("`package.json` starts with a byte order mark, and it decides")
  const parsed = Result.try(() => JSON.parse(text) as unknown)
  if (Result.isFailure(parsed)) return Result.fail("`package.json` is no JSON, and it decides")
  const version = own(parsed.success, "version")
  return version === undefined
    ? Result.fail("`package.json` has no `version`, and it decides before SKILL.md")
    : Result.succeed(version)
}

const number = "[0-9]+"
const identifiers = "[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*"
const plain = new RegExp(
  `^["']?(${number}\\.${number}\\.${number}(?:-${identifiers})?(?:\\+${identifiers})?)["']?$`,
  "u"
)

/** SemVer, and what looks like it: leading zeros are compared as they are written. */
const versionIn = (written: string): string | undefined => plain.exec(written)?.[1]

/** A scalar without the comment behind it. */
const uncommented = (text: string): string => text.replace(/\s#.*$/u, "").trim()

const nothing = "SKILL.md says no `metadata.version`"

const inlineVersion = (map: string): Result.Result<string, string> => {
  const written = /(?:^|[{,])\s*["']?version["']?\s*:\s*([^,}]*)/u.exec(map)?.[1]
  const version = written === undefined ? undefined : versionIn(written.trim())
  return version === undefined
    ? Result.fail("the inline map `metadata` of SKILL.md has no `version` of three numbers")
    : Result.succeed(version)
}

const blockVersion = (lines: ReadonlyArray<string>): Result.Result<string, string> => {
  const indent = /^[ \t]*/u.exec(lines.find((line) => line.trim() !== "") ?? "")?.[0] ?? ""
  const written = lines
    .filter((line) => line.startsWith(`${indent}version:`))
    .map((line) => uncommented(line.slice(indent.length + "version:".length)))
  const version = written.map(versionIn).find((one) => one !== undefined)
  if (version !== undefined) return Result.succeed(version)
  return Result.fail(
    written.length === 0 ? nothing : "`metadata.version` of SKILL.md is no version of three numbers"
  )
}

const isComment = (line: string): boolean => /^[ \t]*#/u.test(line)

/** Version in the front matter of a SKILL.md; why there is none otherwise. Source: seed 001, authoritative version; family decisions B1–B3. */
export const skillVersion = (text: string): Result.Result<string, string> => {
  const whole = text.startsWith("\uFEFF") ? text.slice(1) : text
  const lines = whole.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line))
  const end = lines.findIndex((line, at) => at > 0 && line.startsWith("---"))
  if (lines[0] !== "---" || end === -1) return Result.fail("SKILL.md has no front matter")
  const front = lines.slice(1, end).filter((line) => !isComment(line))
  const start = front.findIndex((line) => line.startsWith("metadata:"))
  if (start === -1) return Result.fail(nothing)
  const rest = uncommented((front[start] ?? "").slice("metadata:".length))
  if (rest.startsWith("{")) return inlineVersion(rest)
  if (rest !== "") return Result.fail("`metadata` of SKILL.md is no map")
  const block = front.slice(start + 1)
  const after = block.findIndex((line) => line.trim() !== "" && !/^[ \t]/u.test(line))
  return blockVersion(after === -1 ? block : block.slice(0, after))
}

/** The version that counts: package.json's where there is one, else SKILL.md's. Source: seed 001, authoritative version. */
export const authoritativeVersion = ({
  packageJson,
  skill
}: VersionFiles): Result.Result<unknown, string> => {
  if (packageJson !== undefined) return packageVersion(packageJson)
  if (skill === undefined) return Result.fail("there is neither package.json nor SKILL.md")
  return skillVersion(textOf(skill))
}
