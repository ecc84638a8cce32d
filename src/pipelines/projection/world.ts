import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { globalScope } from "../../domain/paths.ts"
import { projectScope } from "../../domain/project/places.ts"
import type { Offer } from "../../domain/projection/offer.ts"
import type { Registry } from "../../domain/registry/Registry.ts"
import { ConsentStore } from "../../services/ConsentStore.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Ledger } from "../../services/Ledger.ts"
import { Policies } from "../../services/Policies.ts"
import { isFirstParty } from "../registry/firstParty.ts"
import { wiredElsewhere, type WiredElsewhere } from "../wiring/elsewhere.ts"
import type { Trouble } from "./bundle.ts"
import { offersOf } from "./gather.ts"
import { projectedMembers, registryOnce, type Once } from "./members.ts"
import type { OtherScope } from "./oneRuntime.ts"
import type { ProjectionRequest } from "./request.ts"
import type { Standing } from "./sorted.ts"
import { shownOffers } from "./unshown.ts"

/** What all runtimes of a request are planned from. */
export interface ProjectionWorld {
  readonly request: ProjectionRequest
  readonly registry: Registry
  readonly offers: ReadonlyArray<Offer>
  /** Ids whose artefacts are projected in the scope. */
  readonly ids: ReadonlySet<string>
  /** Of which capabilities nobody can tell at the moment whether they are acted on, or what they bring. */
  readonly troubles: ReadonlyMap<string, Trouble>
  /** Whether what hosts were given of a capability stays as it is, since nobody can tell; `""`: of all together. */
  readonly stays: (capability: string) => boolean
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

/** What is judged by: the request's own, or as it stands. */
const standingOf = Effect.fnUntraced(function* ({ after, consent, scope, staged }: ProjectionRequest) {
  const consents = yield* ConsentStore
  const policies = yield* Policies
  return {
    scope,
    ledger: after,
    consent: consent ?? (yield* consents.read),
    policy: yield* Effect.result(policies.read),
    ...(staged === undefined ? {} : { staged })
  } satisfies Standing
})

/**
 * Trouble that a request cannot be carried out with: of what it is about, and any where a host is given something by name.
 * What the product lacks of its own is withheld and told.
 */
const inTheWay = ({ after, only = [], own, trouble }: ProjectionRequest, troubles: Once["troubles"]) => {
  const first = [...troubles].find(([id]) => !isFirstParty(id))?.[1]
  if (trouble === "withdraw") return own === undefined ? undefined : troubles.get(own)
  return only.some((id) => after.runtimes.has(id)) ? first : undefined
}

/** Reads and composes everything that does not depend on the runtime. */
export const worldOf = Effect.fn("projection.world")(function* (request: ProjectionRequest) {
  const { after, scope, staged } = request
  const standing = yield* standingOf(request)
  const { out, raws, registry, troubles } = yield* registryOnce(standing)
  const members = projectedMembers(registry, scope)
  const gathered = yield* offersOf(members, { raws, ...(staged === undefined ? {} : { staged }) })
  const ids = new Set(members.map(({ id }) => id))
  const all = new Map([...troubles, ...gathered.troubles])
  const failure = inTheWay(request, all)
  if (failure !== undefined) return yield* failure
  // One that others need and of which nobody can tell may be why these are out.
  const mayBeIn = (id: string) => all.size > 0 && after.entries.has(id) && !ids.has(id) && !out.has(id)
  return {
    request,
    registry,
    offers: yield* shownOffers(standing, members, gathered.offers),
    ids,
    troubles: all,
    stays: (id) => gathered.troubles.has(id) || mayBeIn(id) || (id === "" && all.size > 0),
    other: yield* otherScope(request),
    elsewhere: yield* wiredElsewhere(scope)
  } satisfies ProjectionWorld
})
