import * as Result from "effect/Result"
import { own } from "../capability/raw.ts"
import { decodeText } from "../json/decodeText.ts"

/** Bytes of the files that may say which version a member is; undefined when there is none. */
export interface VersionFiles {
  readonly packageJson: Uint8Array | undefined
  readonly skill: Uint8Array | undefined
}

const textOf = (bytes: Uint8Array): string | undefined =>
  Result.getOrUndefined(Result.map(decodeText(bytes), ({ text }) => text))

const packageVersion = (bytes: Uint8Array): Result.Result<unknown, string> => {
  const text = textOf(bytes)
  const parsed = Result.try(() => JSON.parse(text ?? "") as unknown)
  if (Result.isFailure(parsed)) return Result.fail("`package.json` is no JSON, and it decides")
  const version = own(parsed.success, "version")
  return version === undefined
    ? Result.fail("`package.json` has no `version`, and it decides before SKILL.md")
    : Result.succeed(version)
}

const number = "(?:0|[1-9][0-9]*)"
const identifiers = "[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*"
const plain = new RegExp(
  `^["']?(${number}\\.${number}\\.${number}(?:-${identifiers})?(?:\\+${identifiers})?)["']?$`,
  "u"
)

const versionIn = (written: string): string | undefined => plain.exec(written)?.[1]

/** A scalar without the comment behind it. */
const uncommented = (text: string): string => text.replace(/\s#.*$/u, "").trim()

const nothing = "SKILL.md says no `metadata.version`"

const inlineVersion = (map: string): Result.Result<string, string> => {
  const written = /(?:^|[{,])\s*version\s*:\s*([^,}]*)/u.exec(map)?.[1]
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
  const version = written[0] === undefined ? undefined : versionIn(written[0])
  if (version !== undefined) return Result.succeed(version)
  return Result.fail(
    written[0] === undefined ? nothing : "`metadata.version` of SKILL.md is no version of three numbers"
  )
}

/** Version in the front matter of a SKILL.md; why there is none otherwise. Source: seed 001, authoritative version; family decisions B1–B3. */
export const skillVersion = (text: string): Result.Result<string, string> => {
  const lines = text.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line))
  const end = lines.indexOf("---", 1)
  if (lines[0] !== "---" || end === -1) return Result.fail("SKILL.md has no front matter")
  const front = lines.slice(1, end)
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
  const text = textOf(skill)
  return text === undefined ? Result.fail("SKILL.md is no UTF-8 text") : skillVersion(text)
}
