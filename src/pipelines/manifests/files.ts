import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { declaredFiles } from "../../domain/capability/declaredFiles.ts"
import { judgeFiles } from "../../domain/capability/judgeFiles.ts"
import { judgeScripts } from "../../domain/capability/judgeScripts.ts"
import type { Manifest } from "../../domain/capability/schema/manifest.ts"

/** A bundle whose files can be looked at. */
interface Readable<E, R> {
  /** Relative paths of its regular files. */
  readonly files: ReadonlyArray<string>
  /** Bytes of one of them, the first few at least. */
  readonly read: (path: string) => Effect.Effect<Uint8Array, E, R>
}

/** Problems with the files that a manifest names: missing ones, and hook scripts that no host can start; what cannot be read is not judged. */
export const fileProblems = Effect.fn("manifests.files")(function* <E, R>(
  manifest: Option.Option<Manifest>,
  { files, read }: Readable<E, R>
) {
  const declared = Option.match(manifest, { onNone: () => [], onSome: declaredFiles })
  const present = new Set(files)
  const scripts = declared.filter(({ kind, path }) => kind === "hook-script" && present.has(path))
  const heads = new Map<string, Uint8Array>()
  for (const { path } of scripts) {
    const head = yield* Effect.option(read(path))
    if (Option.isSome(head)) heads.set(path, head.value)
  }
  return [...judgeFiles(declared, files), ...judgeScripts(scripts, heads)]
})
