import { assert } from "@effect/vitest"
import * as Result from "effect/Result"
import type { Offer } from "../../../../src/domain/projection/offer.ts"
import type { Places } from "../../../../src/domain/projection/places.ts"
import type { Runtime } from "../../../../src/domain/runtime/choose.ts"
import { resolveHome, type HomePart, type HomeScope } from "../../../../src/domain/runtime/home.ts"
import { firstPartyMembers } from "../../../../src/pipelines/registry/firstParty.ts"

/** Every runtime that gsd brings along, ascending. */
export const shipped: ReadonlyArray<Runtime> = firstPartyMembers().flatMap(({ id, manifest, origin }) =>
  manifest.role === "runtime" ? [{ id, origin, manifest, body: manifest.runtime }] : []
)

export const named = (id: string): Runtime =>
  shipped.find((runtime) => runtime.id === id) ?? assert.fail(`no runtime ${id}`)

/** A shipped runtime whose body says something else. */
export const changed = (id: string, body: Partial<Runtime["body"]>): Runtime => {
  const runtime = named(id)
  return { ...runtime, body: { ...runtime.body, ...body } }
}

export const home = "/home/ada"

export const project = "/projects/app"

const global: HomeScope = { kind: "global" }

export const inProject: HomeScope = { kind: "project", root: project }

/** Where a runtime's files go when nothing is set and nothing is there; empty where there is no home. */
export const placesOf = (runtime: Runtime, scope: HomeScope = global): Places => {
  const facts = { platform: "linux", home, variables: new Map() }
  const pathOf = (part: HomePart): string =>
    Result.getOrThrow(resolveHome({ runtime, scope, part }, facts, () => false)).path ?? ""
  return { runtime, scope, home, config: pathOf("config"), hooks: pathOf("hooks"), artifacts: [] }
}

/** An offer of nothing, with what is given. */
export const offerOf = (id: string, given: Partial<Offer> = {}): Offer => ({
  id,
  version: "1.0.0",
  tier: "core",
  runtimeCompat: { supported: ["*"], unsupported: [] },
  skills: [],
  agents: [],
  hooks: [],
  servers: [],
  notOffered: [],
  ...given
})

/** A hook whose command says on what it is. */
export const hook = (event: string, matcher?: string): Offer["hooks"][number] => ({
  kind: "hook",
  event,
  ...(matcher === undefined ? {} : { matcher }),
  command: `'/store/${event}.sh'`
})
