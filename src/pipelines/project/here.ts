import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { globalScope, type LedgerScope } from "../../domain/paths.ts"
import { projectScope } from "../../domain/project/places.ts"
import { GsdHome } from "../../services/GsdHome.ts"

/** The other scope that counts here too: in a project the user's, elsewhere that of the project one stands in. */
export const otherScope = Effect.fn("project.otherScope")(function* (scope: LedgerScope) {
  const { project } = yield* GsdHome
  if (scope.kind === "project") return globalScope
  return Option.match(project, {
    onNone: (): LedgerScope | undefined => undefined,
    onSome: (root): LedgerScope => projectScope(root)
  })
})

/** The scope whose capabilities count here: the project's first, where there is one. */
export const scopeHere = Effect.gen(function* () {
  const { project } = yield* GsdHome
  return Option.match(project, {
    onNone: (): LedgerScope => globalScope,
    onSome: (root): LedgerScope => projectScope(root)
  })
}).pipe(Effect.withSpan("project.scopeHere"))
