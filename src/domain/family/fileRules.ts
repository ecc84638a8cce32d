import type { FamilyRule } from "./Rule.ts"

/** What a finding's code asks, for people. */
export type FamilyRuleText = Pick<FamilyRule, "code" | "severity" | "asks" | "source">

const row = (code: string, asks: string, source: string): FamilyRuleText => ({
  code,
  severity: "error",
  asks,
  source
})

/** Codes of what is asked of the text of a manifest, before its fields are looked at. */
export const textRules: ReadonlyArray<FamilyRuleText> = [
  row("manifest.missing", "The folder holds a `capability.json`", "family facts 1"),
  row(
    "manifest.json",
    "It is one strict JSON document in UTF-8, without a byte order mark",
    "family facts 1"
  ),
  {
    ...row(
      "manifest.duplicate-key",
      "No key stands twice in one object; the last one counts",
      "family facts 14"
    ),
    severity: "warning"
  },
  row("schema", "`schema` is a number", "seed 001, result classes"),
  row(
    "schema.unsupported",
    "`schema` is 1; any other number makes the result `unsupported`",
    "seed 001, result classes"
  )
]

/** Codes of what is asked of the files beside a manifest; of a stub, nothing is. */
export const memberFileRules: ReadonlyArray<FamilyRuleText> = [
  row("files.missing", "Every file that the manifest names is there", "seed 001, path-field rules"),
  row("files.outside", "It lies in the member's folder, links followed", "family facts 14"),
  { ...row("files.kind", "It is a regular file", "family facts 14"), severity: "warning" },
  row("files.unreadable", "The files can be looked at", "family facts 14"),
  row(
    "version.authority",
    "`version` is that of package.json, else `metadata.version` of SKILL.md's front matter",
    "seed 001, authoritative version; family decisions B1–B4"
  )
]
