import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { ExportUnusable } from "../../domain/exchange/errors.ts"
import {
  decodeExport,
  exportName,
  folderIn,
  strayIn,
  type Exported
} from "../../domain/exchange/exportFile.ts"
import { limits } from "../../domain/limits.ts"
import { lockedSource } from "../../domain/project/lockedSource.ts"
import { SourceResolver } from "../../services/SourceResolver.ts"
import { Store, type Staging } from "../../services/Store.ts"
import type { BundleFile } from "../../domain/content/BundleFile.ts"
import type { Supplied } from "../install/stages.ts"

/** An export taken apart into a staging of its own, which goes with the scope. */
export interface OpenExport {
  /** Its real path. */
  readonly path: string
  readonly capabilities: ReadonlyArray<Exported>
  readonly staging: Staging
  readonly files: ReadonlyArray<BundleFile>
}

const unusable = (path: string, problem: string) => new ExportUnusable({ path, problem })

/** Reads an export within the bounds of every archive; nothing of it is believed but that its files are there. */
export const openExport = Effect.fn("import.open")(function* (given: string) {
  const resolver = yield* SourceResolver
  const store = yield* Store
  const resolved = yield* resolver.resolve({ kind: "archive", path: given })
  const path = resolved.canonical
  if (resolved.source.kind !== "archive") return yield* unusable(path, "it is a folder")
  const staging = yield* store.stage
  const { files } = yield* resolver.fetch(resolved, staging)
  const contents = files.find((file) => file.path === exportName)
  if (contents === undefined) return yield* unusable(path, `it holds no ${exportName}`)
  if (contents.size > limits.settingsBytes) return yield* unusable(path, `its ${exportName} is too large`)
  const decoded = decodeExport(yield* staging.read(exportName))
  if (Result.isFailure(decoded)) return yield* unusable(path, `${exportName}: ${decoded.failure}`)
  const [stray] = strayIn(
    decoded.success,
    files.map((file) => file.path)
  )
  if (stray !== undefined) return yield* unusable(path, `its ${exportName} and ${stray} do not fit together`)
  return { path, capabilities: decoded.success.capabilities, staging, files } satisfies OpenExport
})

/** The bytes of one capability of an export, and what the export says of where they came from. */
export const suppliedBy = ({ files, path, staging }: OpenExport, exported: Exported) => {
  const { id, ref, resolved, sha512 } = exported
  const folder = folderIn(id)
  const leads = Result.getOrUndefined(lockedSource({ ...exported, resolved: resolved ?? "" }))
  const isLocal = leads === undefined || leads._tag === "Vendored"
  const local = `${path}/${id}`
  const supplied: Supplied = {
    ...(isLocal ? { canonical: local } : {}),
    ...(resolved === undefined || isLocal ? {} : { resolved }),
    ...(ref === undefined || isLocal ? {} : { ref }),
    ...(sha512 === undefined ? {} : { artifact: sha512 }),
    files: files.flatMap((file) =>
      file.path.startsWith(folder) ? [{ ...file, path: file.path.slice(folder.length) }] : []
    ),
    read: (name) => staging.read(`${folder}${name}`),
    notes: [`its bytes came from \`${path}\`; its source was not asked`]
  }
  return { spec: isLocal ? local : exported.source, supplied }
}
