import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { encodeExport, exportName, folderIn, type Exported } from "../domain/exchange/exportFile.ts"
import type { ExportReport } from "../domain/exchange/exportReport.ts"
import type { LedgerEntry } from "../domain/ledger/entry.ts"
import { tarOf, type TarFile } from "../domain/pack/tar.ts"
import { PackOutputRefused } from "../domain/pack/errors.ts"
import type { LedgerScope } from "../domain/paths.ts"
import { consentSource } from "../domain/source/canonical.ts"
import { parseSource } from "../domain/source/grammar.ts"
import { isArchiveName } from "../domain/source/source.ts"
import { IntegrityMismatch } from "../domain/store/errors.ts"
import { Packing } from "../services/Packing.ts"
import { Store } from "../services/Store.ts"
import { findEntry } from "./overlays/find.ts"

/** What the caller asks for. */
export interface ExportRequested {
  readonly ids: ReadonlyArray<string>
  readonly scope: LedgerScope
  /** The file, as given. */
  readonly out: string
}

const exportedOf = (id: string, entry: LedgerEntry): Exported => {
  const { contentHash, integrity, ref, resolved, source, version } = entry
  return {
    id,
    version,
    source: Result.match(parseSource(source), { onFailure: () => "local", onSuccess: consentSource }),
    ...(resolved === undefined ? {} : { resolved }),
    ...(ref === undefined ? {} : { ref }),
    ...(integrity === contentHash ? {} : { sha512: integrity }),
    contentHash
  }
}

/** The active bundle of an id, every byte as recorded. */
const bundleOf = Effect.fnUntraced(function* (scope: LedgerScope, id: string) {
  const store = yield* Store
  const entry = yield* findEntry(scope, id)
  const { contentHash } = entry
  const verdict = yield* store.verify(contentHash)
  if (verdict.verdict !== "ok")
    return yield* new IntegrityMismatch({
      subject: id,
      origin: "store",
      expected: contentHash,
      files: verdict.files.map(({ path }) => path)
    })
  const files = yield* Effect.forEach(yield* store.files(contentHash), ({ executable, path }) =>
    Effect.map(store.read(contentHash, path), (bytes): TarFile => ({
      path: `${folderIn(id)}${path}`,
      bytes,
      executable
    }))
  )
  return { exported: exportedOf(id, entry), files }
})

const placeOf = Effect.fnUntraced(function* (out: string) {
  const packing = yield* Packing
  const path = yield* packing.output(out)
  if (isArchiveName(path)) return path
  return yield* new PackOutputRefused({
    path,
    reason: "is not named like an archive, so that it could not be imported",
    hint: "End its name in `.tgz`"
  })
})

/**
 * Writes installed capabilities into one file for machines that reach no server: their bytes as installed, and where they
 * came from. The same bytes for the same capabilities; the file is there as a whole or not at all.
 */
export const exportBundles = Effect.fn("export")(function* ({ ids, out, scope }: ExportRequested) {
  const packing = yield* Packing
  const path = yield* placeOf(out)
  const bundles = yield* Effect.forEach([...new Set(ids)].toSorted(), (id) => bundleOf(scope, id))
  const capabilities = bundles.map(({ exported }) => exported)
  const contents = { path: exportName, bytes: encodeExport(capabilities), executable: false }
  const tar = tarOf([contents, ...bundles.flatMap(({ files }) => files)])
  const { bytes, sha512 } = yield* packing.compress(path, tar)
  yield* packing.write(path, bytes)
  return { path, sha512, size: bytes.length, capabilities } satisfies ExportReport
})
