import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { judgePath } from "../content/path.ts"
import { decodeValue, readObject } from "../json/decode.ts"
import { ContentHash } from "../ledger/entry.ts"
import { limits } from "../limits.ts"
import { lockedSource } from "../project/lockedSource.ts"
import { gitRefProblem } from "../source/gitRef.ts"
import { isVersion } from "../version/version.ts"
import { manifestName } from "../content/BundleFile.ts"

/** Name of the table of contents in an export's root; no id can be that. */
export const exportName = "export.json"

/** One capability of an export, as its ledger had it. */
export const Exported = Schema.Struct({
  id: Schema.NonEmptyString,
  version: Schema.String,
  /** Canonical, without credentials; the word `local` for a folder or archive of the other machine. */
  source: Schema.NonEmptyString,
  /** Commit or version that the source resolved to. */
  resolved: Schema.optionalKey(Schema.String),
  ref: Schema.optionalKey(Schema.String),
  /** Digest of the one file that all came in. */
  sha512: Schema.optionalKey(ContentHash),
  contentHash: ContentHash
})
export type Exported = typeof Exported.Type

/** The table of contents of an export: each id once. */
export const ExportFile = Schema.Struct({
  format: Schema.Literal("gsd-export-1"),
  capabilities: Schema.Array(Exported)
})
export type ExportFile = typeof ExportFile.Type

/** Its bytes: two-space JSON, ids ascending, a final line end. */
export const encodeExport = (capabilities: ReadonlyArray<Exported>): Uint8Array => {
  const file: ExportFile = {
    format: "gsd-export-1",
    capabilities: capabilities.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  }
  return new TextEncoder().encode(`${JSON.stringify(file, null, 2)}\n`)
}

const ref = /^refs\/(?:heads|tags)\/(.+)$/su

/** Why one of an export could not have been recorded; undefined when it could. A place and a clause. */
const faultOf = (one: Exported): string | undefined => {
  const source = lockedSource({ ...one, resolved: one.resolved ?? "" })
  if (Result.isFailure(source)) return source.failure
  if (!isVersion(one.version)) return "/version: it is no version"
  const name = one.ref === undefined ? undefined : (ref.exec(one.ref)?.[1] ?? "")
  return name === undefined || gitRefProblem(name) === undefined
    ? undefined
    : "/ref: it is no full name of a ref"
}

const problemIn = ({ capabilities }: ExportFile): string | undefined => {
  const ids = capabilities.map(({ id }) => id)
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  if (twice !== undefined) return "/capabilities: an id is there twice"
  const bad = ids.findIndex((id) => id.includes("/") || judgePath(id) !== undefined)
  if (bad !== -1) return `/capabilities/${bad}/id: it is no id`
  const at = capabilities.findIndex((one) => faultOf(one) !== undefined)
  const fault = capabilities.slice(at, at + 1).map(faultOf)[0]
  return fault === undefined ? undefined : `/capabilities/${at}${fault}`
}

/** Reads a table of contents; the failure is a sentence with its place. */
export const decodeExport = (bytes: Uint8Array): Result.Result<ExportFile, string> =>
  Result.flatMap(readObject(bytes, limits.settingsBytes), (value) =>
    Result.flatMap(decodeValue(ExportFile, value), (file) => {
      const problem = problemIn(file)
      return problem === undefined ? Result.succeed(file) : Result.fail(problem)
    })
  )

/** Where a capability's files lie in an export. */
export const folderIn = (id: string): string => `${id}/`

/** Files of an export that belong to none of its capabilities, and capabilities without a manifest in it. */
export const strayIn = (file: ExportFile, paths: ReadonlyArray<string>): ReadonlyArray<string> => {
  const folders = file.capabilities.map(({ id }) => folderIn(id))
  const strays = paths.filter(
    (path) => path !== exportName && !folders.some((folder) => path.startsWith(folder))
  )
  const empty = folders.map((folder) => `${folder}${manifestName}`).filter((path) => !paths.includes(path))
  return [...strays, ...empty]
}
