import * as Effect from "effect/Effect"
import type { BundleFile } from "../../domain/content/BundleFile.ts"
import { toolNotice, toolTextsOf } from "../../domain/disclosure/toolNotice.ts"
import type { JsonValue } from "../../domain/json/value.ts"

/** What skills and agents name of tools, a sentence each, for who is asked. Only files of the bundle are read, whatever an invalid manifest names. */
export const toolNotices = Effect.fn("install.toolNotices")(function* <E, R>(
  raw: JsonValue,
  files: ReadonlyArray<BundleFile>,
  read: (path: string) => Effect.Effect<Uint8Array, E, R>
) {
  const paths = new Set(files.map(({ path }) => path))
  const texts = toolTextsOf(raw).filter(({ path }) => paths.has(path))
  const notices = yield* Effect.forEach(texts, (text) =>
    Effect.map(
      Effect.orElseSucceed(read(text.path), () => undefined),
      (bytes) => (bytes === undefined ? undefined : toolNotice(text, bytes))
    )
  )
  return notices.filter((one) => one !== undefined)
})
