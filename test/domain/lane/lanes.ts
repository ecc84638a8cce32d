import * as Schema from "effect/Schema"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Manifest } from "../../../src/domain/capability/schema/manifest.ts"
import { Reviewer } from "../../../src/domain/capability/schema/reviewer.ts"
import { mergeLayers } from "../../../src/domain/config/merge.ts"
import type { JsonObject, JsonValue } from "../../../src/domain/json/value.ts"
import { lanesOf, type Lane } from "../../../src/domain/lane/lane.ts"
import type { Settings } from "../../../src/domain/lane/settings.ts"
import type { LaneRun, RunPlaces } from "../../../src/domain/lane/stages.ts"
import type { RegistryMember } from "../../../src/domain/registry/Registry.ts"

const repository = join(import.meta.dirname, "../../..")

interface Published {
  readonly capabilityId: string
  readonly fields: JsonObject
  readonly extra: JsonObject
}

/** The published lanes as they are written down. */
export const published: ReadonlyArray<Published> = (
  JSON.parse(readFileSync(join(repository, "test/data/lanes.json"), "utf8")) as {
    readonly lanes: ReadonlyArray<Published>
  }
).lanes

/** The shipped manifest of a capability, as a member of a registry. */
export const shipped = (id: string): RegistryMember => ({
  id,
  origin: "first-party",
  manifest: Schema.decodeUnknownSync(Manifest)(
    JSON.parse(readFileSync(join(repository, `capabilities/${id}/capability.json`), "utf8"))
  )
})

/** The twelve shipped lanes. */
export const firstParty: ReadonlyArray<Lane> = lanesOf(
  published.map(({ capabilityId }) => shipped(capabilityId))
).lanes

/** A shipped lane by slug. */
export const laneNamed = (slug: string): Lane => {
  const lane = firstParty.find((one) => one.slug === slug)
  if (lane === undefined) throw new Error(`no lane ${slug}`)
  return lane
}

const invokeOf = (members: JsonObject): JsonObject => ({
  binary: "owl",
  args: ["-p", "{{prompt}}"],
  promptChannel: "argv-file-ref",
  outputChannel: "stdout",
  modelArg: "--model",
  effortChannel: "none",
  ...members
})

/** A lane of an overlay that runs a program; members of the lane and of `invoke` take the place of the usual ones. */
export const owl = (members: JsonObject = {}, invoke: JsonObject = {}): Lane => {
  const reviewer = Schema.decodeUnknownSync(Reviewer)({
    slug: "owl",
    flags: ["--owl"],
    transport: "spawn",
    probe: { kind: "command-exists", binary: "owl" },
    invoke: invokeOf(invoke),
    timeoutFloorMs: 600_000,
    timeoutConfigKey: "review.timeouts.owl",
    emptyOutput: "stub-with-stderr",
    reviewsSection: "Owl",
    evidenceClass: "source-grounded",
    requiresBinaries: [],
    promptBudgetKey: "review.max_prompt_tokens_per_reviewer.owl",
    modelConfigKey: "review.models.owl",
    effortConfigKey: "review.effort.owl",
    handler: null,
    ...members
  })
  return {
    slug: reviewer.slug,
    capabilityId: "acme-owl",
    origin: "overlay",
    flags: reviewer.flags,
    section: reviewer.reviewsSection,
    reviewer
  }
}

/** A lane of an overlay that asks a model endpoint. */
export const heron = (members: JsonObject = {}, invoke: JsonObject = {}): Lane => {
  const lane = owl({
    slug: "heron",
    flags: ["--heron"],
    reviewsSection: "Heron",
    transport: "openai-http",
    probe: {
      kind: "http-reachable",
      hostConfigKey: "review.heron_host",
      path: "/v1/models",
      timeoutMs: 2000
    },
    invoke: {
      hostConfigKey: "review.heron_host",
      defaultHost: "http://localhost:9999",
      path: "/v1/chat/completions",
      modelDiscovery: "first-from-models-endpoint",
      fallbackModel: "heron-small",
      effortChannel: "none",
      ...invoke
    },
    modelConfigKey: "review.models.heron",
    handler: "openai-compatible",
    ...members
  })
  return { ...lane, capabilityId: "acme-heron" }
}

/** A run of a lane by itself. */
export const runOf = (lane: Lane, members: Partial<LaneRun> = {}): LaneRun => ({
  identity: lane.slug,
  lane,
  section: lane.section,
  named: true,
  ...members
})

/** The file that settings of these tests stand in. */
export const settingsFile = "/projects/x/.planning/config.json"

/** Settings by dotted key. */
export const settings = (members: Readonly<Record<string, JsonValue>> = {}): Settings =>
  mergeLayers([{ origin: "project", file: settingsFile, document: members }], () => undefined).settings

/** Places of a run. */
export const places: RunPlaces = {
  repository: "/projects/x",
  prompt: "/projects/x/.gsd/review/owl/prompt.md",
  output: "/projects/x/.gsd/review/owl/answer.md"
}
