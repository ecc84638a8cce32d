import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { longestFit } from "../capability/longestFit.ts"
import { pointerOf } from "../capability/raw.ts"
import { shapeIssuesOf } from "../capability/shapeIssues.ts"
import { limits } from "../limits.ts"
import type { Finding } from "./finding.ts"
import { FamilyManifest } from "./schema.ts"

/** Row of the shape table: the code that answers for a part of the manifest. `*` in `at` stands for any one part. */
export interface FamilyShapeRow {
  readonly code: string
  readonly at: string
  readonly asks: string
  readonly source: string
}

const fields = "seed 001, fields"
const roles = "seed 001, roles"
const paths = "seed 001, path-field rules"
const settings = "seed 001, settings"
const catalog = "seed 001, mode catalog"

type Row = readonly [code: string, at: string, asks: string, source: string]

const rows: ReadonlyArray<Row> = [
  ["manifest.shape", "", "A manifest is one JSON object", fields],
  ["family", "/family", "`family` is `agent-workflow`", fields],
  ["name", "/name", "`name` is non-empty text", fields],
  ["kind", "/kind", "`kind` is one of four", fields],
  ["version", "/version", "`version` is non-empty text", fields],
  ["available", "/available", "`available` is true or false", fields],
  ["provides", "/provides", "`provides` lists words of the role vocabulary", "seed 001, role vocabulary"],
  ["roles", "/roles", "`roles` is an object of roles, each with `cmd` and `source`", roles],
  ["roles.cmd", "/roles/*/cmd", "`cmd` is non-empty text", roles],
  ["roles.source", "/roles/*/source", "`source` is a path inside the member", `${roles}; ${paths}`],
  ["roles.template", "/roles/*/template", "`template` is a path inside the member", `${roles}; ${paths}`],
  ["detect", "/detect", "`detect` says where the member is found", paths],
  ["detect.installed", "/detect/installed", "`installed` has env, default and file", paths],
  ["detect.installed.env", "/detect/installed/env", "`env` is the name of a variable", paths],
  ["detect.installed.default", "/detect/installed/default", "`default` is relative or below `~/`", paths],
  ["detect.installed.file", "/detect/installed/file", "`file` is a path inside the member", paths],
  ["detect.deployed", "/detect/deployed", "`deployed` names a file of the project", paths],
  ["detect.deployed.file", "/detect/deployed/file", "`file` is a path inside the project", paths],
  ["settings", "/settings", "`settings` is a list of typed keys", settings],
  ["settings.key", "/settings/*/key", "`key` is a variable in upper snake case", settings],
  ["settings.kind", "/settings/*/kind", "`kind` is enum, integer, duration or boolean", settings],
  ["settings.values", "/settings/*/values", "`values` lists texts", settings],
  ["settings.min", "/settings/*/min", "`min` is a whole number", settings],
  ["settings.max", "/settings/*/max", "`max` is a whole number", settings],
  ["settings.default", "/settings/*/default", "`default` is there: null or text", settings],
  ["settings.applies-to", "/settings/*/appliesTo", "`appliesTo` lists commands", settings],
  ["settings.effect", "/settings/*/effect", "`effect` is non-empty text", settings],
  ["settings.retired", "/settings/*/retired", "`retired` says why, in 20 characters or more", settings],
  ["network-hosts", "/networkHosts", "`networkHosts` lists hosts", "seed 001, network hosts"],
  [
    "network-hosts.host",
    "/networkHosts/*",
    "A host is dotted, maybe `*.` before it",
    "seed 001, network hosts"
  ],
  ["writable-dirs", "/writableDirs", "`writableDirs` lists {env, default}", "seed 001, writable dirs"],
  ["writable-dirs.env", "/writableDirs/*/env", "`env` is null or a variable", "seed 001, writable dirs"],
  [
    "writable-dirs.default",
    "/writableDirs/*/default",
    "`default` is absolute or below `~/`, without glob, final `/` and `..`",
    "seed 001, writable dirs"
  ],
  ["modes", "/modeCatalog", "`modeCatalog` is a list of modes", catalog],
  ["modes.key", "/modeCatalog/*/key", "`key` is a bare token; a hook's is its variable", catalog],
  ["modes.kind", "/modeCatalog/*/kind", "`kind` is primary, continuation or env-hook", catalog],
  ["modes.purpose", "/modeCatalog/*/purpose", "`purpose` is one line of at most 200 characters", catalog],
  ["modes.when", "/modeCatalog/*/whenToUse", "`whenToUse` lists lines", catalog],
  ["modes.when-not", "/modeCatalog/*/whenNotTo", "`whenNotTo` lists lines", catalog],
  ["modes.role", "/modeCatalog/*/role", "`role` names a declared role", catalog],
  ["modes.parents", "/modeCatalog/*/parents", "`parents` lists catalog keys", catalog],
  ["modes.submode", "/modeCatalog/*/submode", "`submode` is an arm of the role's wrapper", catalog],
  ["modes.refs", "/modeCatalog/*/invocationRefs", "`invocationRefs` lists {contractField, index}", catalog],
  ["modes.descriptor", "/modeCatalog/*/descriptor", "`descriptor` is one line", catalog],
  ["modes.operands", "/modeCatalog/*/operands", "`operands` lists {slot, required, description}", catalog],
  [
    "modes.guardrails",
    "/modeCatalog/*/guardrails",
    "`guardrails` lists {value, enforcement, source}",
    catalog
  ],
  ["modes.hooks", "/modeCatalog/*/customHooks", "`customHooks` lists catalog keys", catalog],
  ["posture", "/posture", "`posture` has model, effort and tier", "decisions, agent-workflow family"]
]

/** Parts of a manifest and the code that answers for their shape; the longest `at` that fits a pointer wins. */
export const familyShapeRows: ReadonlyArray<FamilyShapeRow> = rows.map(([code, at, asks, source]) => ({
  code,
  at,
  asks,
  source
}))

const rowFor = longestFit(familyShapeRows)

const decodeAll = Schema.decodeUnknownResult(FamilyManifest, { errors: "all" })
const decodeFirst = Schema.decodeUnknownResult(FamilyManifest, { errors: "first" })

/** Tells whether a value holds more than `most` others, at any depth. */
const isLarger = (root: unknown, most: number): boolean => {
  const open: Array<unknown> = [root]
  let count = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const items = typeof next === "object" && next !== null ? Object.values(next) : []
    count += items.length
    if (count > most) return true
    for (const item of items) open.push(item)
  }
  return false
}

/** What a value's shape does not have of what the schema asks, of a huge one only the first; the manifest itself when it has all. */
export const familyShape = (raw: unknown): Result.Result<FamilyManifest, ReadonlyArray<Finding>> =>
  Result.mapError((isLarger(raw, limits.familyValues) ? decodeFirst : decodeAll)(raw), (error) =>
    shapeIssuesOf(error.issue, raw).map((issue): Finding => {
      const row = rowFor(issue.path)
      return {
        code: row?.code ?? "manifest.shape",
        severity: "error",
        pointer: pointerOf(...issue.path),
        message: issue.message,
        hint: issue.hint === "" ? (row?.asks ?? "Compare it with the schema") : issue.hint
      }
    })
  )
