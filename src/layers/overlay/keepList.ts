import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { FileIdentity } from "../../domain/disk/identity.ts"
import {
  folderText,
  keyOfList,
  lookText,
  type ListAsked,
  type ListBasis
} from "../../domain/overlay/keptList.ts"
import { canSeal } from "../../domain/store/seal.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import * as DurableNode from "../disk/DurableNode.ts"
import { watchingDisk, watchingVariables, type Watch } from "../disk/watching.ts"
import * as EnvironmentNode from "../home/EnvironmentNode.ts"
import { putKept } from "./putKept.ts"
import { listFileName } from "./quickList.ts"

/** The disk and the environment of this machine, with a watch over what is asked of them. */
export const watchedMachine = (command: string, watch: Watch): Layer.Layer<Durable | Environment> =>
  Layer.merge(
    Layer.effect(
      Durable,
      Effect.map(Durable, (durable) => watchingDisk(durable, watch))
    ).pipe(Layer.provide(DurableNode.layer)),
    Layer.effect(
      Environment,
      Effect.map(Environment, (environment) => ({
        ...environment,
        variables: watchingVariables(environment.variables, watch)
      }))
    ).pipe(Layer.provide(EnvironmentNode.layerWith(command)))
  )

/** A list that was made: as JSON, and how. */
export interface MadeList {
  readonly asked: ListAsked
  readonly watch: Watch
  /** When its making began, in milliseconds since 1970. */
  readonly at: number
  readonly rows: string
}

/** How one thing looks, as far as the list depends on it. */
const answerOf = ({ listed }: Watch, path: string, found: FileIdentity | undefined): string | null => {
  if (found === undefined) return null
  return found.kind === "directory" && !listed.has(path) ? folderText(found) : lookText(found)
}

const basisOf = (watch: Watch): ListBasis => ({
  looks: [...watch.looks].map(([path, found]) => [path, answerOf(watch, path, found)] as const),
  reals: [...watch.reals],
  variables: [...watch.variables].map(([name, value]) => [name, value ?? null] as const)
})

/** Whether what was read is so well before the making that a change since then shows, on file systems that tell of it. */
const isSettled = Effect.fnUntraced(function* ({ at, watch }: MadeList) {
  const durable = yield* Durable
  const found = [...watch.looks].flatMap(([path, one]) =>
    one === undefined || (one.kind === "directory" && !watch.listed.has(path)) ? [] : [[path, one] as const]
  )
  const devices = new Map(found.map(([path, { dev }]) => [dev, path]))
  const kinds = yield* Effect.forEach([...devices.values()], (path) => durable.fileSystemKind(path))
  const identities = found.map(([, identity]) => identity)
  return kinds.every((fileSystem) => canSeal({ now: at, fileSystem, identities }))
})

/** Whether all of it is as it was looked at. */
const isStill = Effect.fnUntraced(function* ({ watch }: MadeList, { looks }: ListBasis) {
  const durable = yield* Durable
  const now = yield* durable.identifyAll(looks.map(([path]) => path))
  return looks.every(([path, look], at) => answerOf(watch, path, now[at]) === look)
})

/**
 * Keeps a list for `quickList`, when all that it was made from was looked at by a watch and had settled well before.
 * Trouble with it is nobody's trouble.
 */
export const keepList = Effect.fn("keepList")(
  function* (made: MadeList) {
    if (!made.watch.isWhole) return
    const basis = basisOf(made.watch)
    if (!(yield* isSettled(made)) || !(yield* isStill(made, basis))) return
    const key = keyOfList(made.asked)
    yield* putKept({
      name: listFileName(key),
      kind: /^list-[0-9]+-[0-9]+\.json$/u,
      key,
      lines: [JSON.stringify(basis), made.rows]
    })
  },
  (effect) => Effect.ignore(effect)
)
