import * as Effect from "effect/Effect"
import { proseOf } from "../../domain/planning/prose.ts"
import { isSchemaFile } from "../../domain/query/orms.ts"
import { judgeSchemaDrift, schemaCheckSkipped } from "../../domain/query/schemaDrift.ts"
import { Environment } from "../../services/Environment.ts"
import { ProjectHistory } from "../../services/ProjectHistory.ts"
import { changesOf } from "./changes.ts"
import type { QueryContext } from "./context.ts"
import { allOf } from "./texts.ts"

/** Asks `verify.schema-drift`. */
export const schemaDrift = Effect.fn("query.schemaDrift")(function* (context: QueryContext) {
  const { variables } = yield* Environment
  const history = yield* ProjectHistory
  if (variables.get("GSD_SKIP_SCHEMA_CHECK") === "true") return schemaCheckSkipped()
  const changes = yield* changesOf(context, isSchemaFile)
  const head = yield* history.head
  const summaries = yield* allOf(context.phase, "SUMMARY.md")
  return judgeSchemaDrift({
    changes,
    files: head._tag === "None" ? undefined : yield* history.files,
    summaries: summaries.map(({ path, text }) => ({ path, lines: proseOf(text, "fences") }))
  })
})
