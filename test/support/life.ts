import * as Duration from "effect/Duration"
import type { GivenConsent } from "../../src/domain/consent/decide.ts"
import { globalScope } from "../../src/domain/paths.ts"
import * as DurableMemory from "../../src/layers/disk/DurableMemory.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import * as Effect from "effect/Effect"
import type { Requested } from "../../src/pipelines/install/stages.ts"
import { install } from "../../src/pipelines/install.ts"
import { list } from "../../src/pipelines/list.ts"
import { remove } from "../../src/pipelines/remove.ts"
import { rollback } from "../../src/pipelines/rollback.ts"
import { show } from "../../src/pipelines/show.ts"
import { trustList, trustRevoke } from "../../src/pipelines/trust.ts"
import { update } from "../../src/pipelines/update.ts"
import { verify } from "../../src/pipelines/verify.ts"
import { Durable } from "../../src/services/Durable.ts"
import { below, capability, type CapabilityFiles } from "./capabilities.ts"
import { requestOf, runOn, type EngineOptions } from "./engine.ts"
import { put } from "./home.ts"

const scope = globalScope
const wait = Duration.seconds(30)
const id = "hk-cap"
const source = "/src/hk-cap"

/** Nobody says yes to anything. */
export const nobody: GivenConsent = { yes: false }

/** A disk in memory and the commands on it, each on an engine of its own; the capability is `hk-cap` at `/src/hk-cap`. */
export const lifeOf = (files: CapabilityFiles = capability(), options: EngineOptions = {}) => {
  const disk = MemoryDisk.make({ directories: ["/home/ada"], files: below(source, files) })
  const run = runOn(disk, options)
  const as = (consent: GivenConsent) => runOn(disk, { ...options, consent })
  const onDisk = <A, E>(program: Effect.Effect<A, E, Durable>) =>
    Effect.provide(program, DurableMemory.layerOn(disk))
  const write = (path: string, text: string, mode?: number) => onDisk(put(path, text, mode))
  return {
    disk,
    run,
    onDisk,
    write,
    /** Makes the source hold exactly these files. */
    source: (next: CapabilityFiles) =>
      Effect.gen(function* () {
        yield* onDisk(Effect.flatMap(Durable, (durable) => durable.removeTree(source)))
        for (const [path, text] of Object.entries(below(source, next))) yield* write(path, text)
      }),
    install: (flags: Partial<Requested> = {}, consent: GivenConsent = { yes: true }) =>
      as(consent)(install(requestOf(source, flags))),
    update: (consent: GivenConsent = { yes: true }, allowDowngrade = false) =>
      as(consent)(update({ id, scope, wait, allowDowngrade })),
    rollback: (to?: number, consent: GivenConsent = nobody) =>
      as(consent)(rollback({ id, scope, wait, ...(to === undefined ? {} : { to }) })),
    remove: run(remove({ id, scope, wait })),
    revoke: run(trustRevoke({ id, scope, wait })),
    rows: run(list(scope)),
    show: run(show(scope, id)),
    verify: run(verify(scope, [])),
    records: run(trustList),
    /** A path in the active bundle. */
    active: (path: string) => Effect.map(run(show(scope, id)), (details) => `${details.path}/${path}`)
  }
}
