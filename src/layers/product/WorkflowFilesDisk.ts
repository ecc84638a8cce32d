import { resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { limits } from "../../domain/limits.ts"
import { SourceMissing } from "../../domain/source/errors.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { ProductFiles } from "../../services/ProductFiles.ts"
import { WorkflowFiles } from "../../services/WorkflowFiles.ts"
import { realFolder } from "../disk/missing.ts"

const shippedFolder = "workflows"

/** Whether a name is that of a Markdown file; others in such a folder are nobody's business. */
const isMarkdown = (name: string): boolean => name.endsWith(".md")

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

const shipped = Effect.gen(function* () {
  const product = yield* ProductFiles
  const names = yield* product.below(shippedFolder)
  return yield* Effect.forEach(
    names.filter((name) => isMarkdown(name) && !name.includes("/")),
    (name) => {
      const path = `${shippedFolder}/${name}`
      return Effect.map(product.read(path), (bytes) => ({ path, text: textOf(bytes) }))
    },
    { concurrency: 8 }
  )
})

const below = Effect.fnUntraced(function* (given: string) {
  const durable = yield* Durable
  const { workingDirectory } = yield* Environment
  if (given === "") return yield* new SourceMissing({ path: "", reason: "is an empty path" })
  const path = resolve(workingDirectory, given)
  const folder = yield* realFolder(path)
  if (folder === undefined) return yield* new SourceMissing({ path, reason: "is no folder" })
  const entries = yield* durable.entries(folder)
  return yield* Effect.forEach(
    entries.filter(({ kind, name }) => kind === "file" && isMarkdown(name)),
    ({ name }) =>
      Effect.map(durable.read(`${folder}/${name}`, { maxBytes: limits.workflowBytes }), (bytes) => ({
        path: `${given.replace(/[\\/]+$/u, "")}/${name}`,
        text: textOf(bytes)
      })),
    { concurrency: 8 }
  )
})

/** Workflows on this machine's disk. */
export const layer = Layer.effect(
  WorkflowFiles,
  Effect.gen(function* () {
    const context = yield* Effect.context<Durable | Environment | ProductFiles>()
    return WorkflowFiles.of({
      shipped: shipped.pipe(Effect.provideContext(context), Effect.withSpan("WorkflowFiles.shipped")),
      below: (folder) =>
        below(folder).pipe(Effect.provideContext(context), Effect.withSpan("WorkflowFiles.below"))
    })
  })
)
