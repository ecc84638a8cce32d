import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ProductFileMissing } from "../../domain/product/errors.ts"
import { ProductFiles } from "../../services/ProductFiles.ts"

/** The package's root: the nearest folder above this code that holds the capabilities. */
const rootAbove = (start: string): string | undefined => {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "capabilities", "plan-lint", "capability.json"))) return folder
    if (dirname(folder) === folder) return undefined
  }
}

const found: { root?: string | undefined } = {}

const root = (path: string) =>
  Effect.suspend(() => {
    found.root ??= rootAbove(dirname(fileURLToPath(import.meta.url)))
    return found.root === undefined
      ? Effect.fail(new ProductFileMissing({ path, problem: "its package is not where its program is" }))
      : Effect.succeed(found.root)
  })

const missing =
  (path: string) =>
  (cause: unknown): ProductFileMissing =>
    new ProductFileMissing({ path, problem: cause instanceof Error ? cause.message : "it cannot be read" })

/** At once: the product's own files are small, and a trip through the pool of threads takes ten times as long. */
const readAt = (path: string, file: string) =>
  Effect.try({ try: (): Uint8Array => readFileSync(file), catch: missing(path) })

const place = (path: string) => Effect.map(root(path), (folder) => join(folder, path))

const below = Effect.fnUntraced(function* (path: string) {
  const folder = yield* place(path)
  if (!existsSync(folder)) return []
  const entries = yield* Effect.try({
    try: () => readdirSync(folder, { recursive: true, withFileTypes: true }),
    catch: missing(path)
  })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/")
    )
    .toSorted()
})

/** What lies beside the program, in the package or the checkout it runs from. */
export const layer: Layer.Layer<ProductFiles> = Layer.succeed(
  ProductFiles,
  ProductFiles.of({
    place: Effect.fn("ProductFiles.place")(place),
    read: Effect.fn("ProductFiles.read")((path) => Effect.flatMap(place(path), (file) => readAt(path, file))),
    below: Effect.fn("ProductFiles.below")(below)
  })
)
