import { existsSync } from "node:fs"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { GivenConsent } from "../domain/consent/decide.ts"
import type { ConsentGate } from "../services/ConsentGate.ts"
import type { Environment } from "../services/Environment.ts"
import type { Policies } from "../services/Policies.ts"
import { ProductFiles } from "../services/ProductFiles.ts"
import type { Subjects } from "../services/Subjects.ts"
import * as ConsentGateFixed from "./consent/ConsentGateFixed.ts"
import * as FamilyFilesDisk from "./family/FamilyFilesDisk.ts"
import * as FamilySettingsLazy from "./family/FamilySettingsLazy.ts"
import type { LanesOptions } from "./lanes/LanesLive.ts"
import { engineLayer, type EngineOptions } from "./live.ts"
import type { HttpOptions } from "./network/HttpNode.ts"
import * as ProductFilesDisk from "./product/ProductFilesDisk.ts"
import * as WorkflowFilesDisk from "./product/WorkflowFilesDisk.ts"
import * as PackedBundlesDisk from "./registries/PackedBundlesDisk.ts"
import * as ManifestFilesDisk from "./source/ManifestFilesDisk.ts"
import * as RepairsFile from "./transaction/RepairsFile.ts"

/** A gate of the application's own, over what the engine knows. */
export type OwnGate = Layer.Layer<ConsentGate, never, Environment | Policies | Subjects>

/** An engine inside another program. */
export interface GsdOptions extends Partial<EngineOptions>, HttpOptions, LanesOptions {
  /**
   * Consent given beforehand: to one digest, or with `yes` to everything. Left out: to nothing, so that whatever nobody has
   * consented to yet fails with `ConsentRequired`, which names the digest.
   */
  readonly consent?: GivenConsent
  /** Asks in the application's own way, in place of `consent`. */
  readonly gate?: OwnGate
}

const nobody: GivenConsent = { yes: false }

/** The program of this package, for lanes that name `gsd`; none where the library came without it. */
const ownProgram = Effect.gen(function* () {
  const file = yield* (yield* ProductFiles).place("dist/gsd.mjs")
  return existsSync(file) ? { ownProgram: { command: process.execPath, args: [file] } } : {}
}).pipe(
  Effect.orElseSucceed((): LanesOptions => ({})),
  Effect.provide(ProductFilesDisk.layer)
)

const engine = (options: Partial<EngineOptions> & HttpOptions & LanesOptions) =>
  Layer.unwrap(Effect.map(ownProgram, (own) => engineLayer({ command: "gsd-engine", ...own, ...options })))

/**
 * Every service of every pipeline on this machine, with options. Fails when the root or the project is not to be used;
 * building it writes nothing, asks nobody and starts nothing.
 */
export const gsdLive = ({ consent = nobody, gate, ...options }: GsdOptions = {}) =>
  Layer.mergeAll(
    gate ?? ConsentGateFixed.layerWith(consent),
    FamilyFilesDisk.layer,
    FamilySettingsLazy.layer,
    ManifestFilesDisk.layer,
    PackedBundlesDisk.layer,
    RepairsFile.layer,
    WorkflowFilesDisk.layer
  ).pipe(Layer.provideMerge(engine(options)))

/**
 * The same for the user of this process: home, project and policy where `gsd` itself would find them. Nobody consents to
 * anything here; `gsdLive({ consent })` or `gsdLive({ gate })` says who does.
 */
export const GsdLive = gsdLive()
