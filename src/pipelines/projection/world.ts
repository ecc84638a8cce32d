import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { globalScope } from "../../domain/paths.ts"
import { projectScope } from "../../domain/project/places.ts"
import type { Offer } from "../../domain/projection/offer.ts"
import type { Registry } from "../../domain/registry/Registry.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Ledger } from "../../services/Ledger.ts"
import { wiredElsewhere, type WiredElsewhere } from "../wiring/elsewhere.ts"
import { offersOf } from "./gather.ts"
import { projectedMembers, registryOnce } from "./members.ts"
import type { OtherScope } from "./oneRuntime.ts"
import type { ProjectionRequest } from "./request.ts"
import { shownOffers } from "./unshown.ts"

/** What all runtimes of a request are planned from. */
export interface ProjectionWorld {
  readonly request: ProjectionRequest
  readonly registry: Registry
  readonly offers: ReadonlyArray<Offer>
  /** Ids whose artefacts are projected in the scope. */
  readonly ids: ReadonlySet<string>
  readonly other: OtherScope | undefined
  readonly elsewhere: WiredElsewhere
}

/** The other scope that counts here, when it can be read: in a project the user's, elsewhere that of the project one stands in. */
const otherScope = Effect.fnUntraced(function* ({ scope }: ProjectionRequest) {
  const { project } = yield* GsdHome
  const ledgers = yield* Ledger
  const other = scope.kind === "project" ? Option.some(globalScope) : Option.map(project, projectScope)
  if (Option.isNone(other)) return undefined
  const ledger = yield* Effect.option(ledgers.read(other.value))
  return Option.isNone(ledger) ? undefined : { scope: other.value, ledger: ledger.value }
})

/** Reads and composes everything that does not depend on the runtime. */
export const worldOf = Effect.fn("projection.world")(function* (request: ProjectionRequest) {
  const { after, consent, scope, staged } = request
  const registry = yield* registryOnce({
    scope,
    ledger: after,
    ...(consent === undefined ? {} : { consent }),
    ...(staged === undefined ? {} : { staged })
  })
  const members = projectedMembers(registry, scope)
  const offers = yield* offersOf(members, staged)
  return {
    request,
    registry,
    offers: yield* shownOffers(
      { ledger: after, scope, ...(consent === undefined ? {} : { consent }) },
      members,
      offers
    ),
    ids: new Set(members.map(({ id }) => id)),
    other: yield* otherScope(request),
    elsewhere: yield* wiredElsewhere(scope)
  } satisfies ProjectionWorld
})
