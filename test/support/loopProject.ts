import * as Effect from "effect/Effect"
import type { JsonObject } from "../../src/domain/json/value.ts"
import { outcomesPath } from "../../src/domain/loop/record.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { install } from "../../src/pipelines/install.ts"
import type { DispatchRequested } from "../../src/pipelines/loopDispatch.ts"
import { below, capability } from "./capabilities.ts"
import { requestOf, runOn, type EngineOptions } from "./engine.ts"
import { textOn } from "./machines.ts"

/** Root of the project. */
export const project = "/home/ada/shop"

/** A gate at `discuss:pre`, where nobody else has hooks. */
export const gate = (check: JsonObject, more: JsonObject = {}): JsonObject => ({
  point: "discuss:pre",
  check,
  blocking: true,
  onError: "halt",
  ...more
})

/** A step there that a skill does. */
export const step = (more: JsonObject = {}): JsonObject => ({
  point: "discuss:pre",
  ref: { skill: "hk-s" },
  produces: [],
  consumes: [],
  onError: "halt",
  ...more
})

/** A gate that is met while there is such an artefact. */
export const exists = (artifact: string, more: JsonObject = {}): JsonObject =>
  gate({ predicate: { kind: "artifact-exists", artifact } }, more)

/** A check that cannot be asked. */
export const unknownQuery: JsonObject = { query: "nobody.knows" }

/** A dispatch of all hooks of `discuss:pre` in phase 3. */
export const dispatchOf = (more: Partial<DispatchRequested> = {}): DispatchRequested => ({
  point: "discuss:pre",
  phase: "3",
  hooks: [],
  steps: false,
  gates: false,
  ...more
})

/** Texts of a project with a phase 3. */
export const phaseFiles = (files: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ".planning/phases/03-pay/03-CONTEXT.md": "# Pay\n", ...files }).map(([path, text]) => [
      `${project}/${path}`,
      text
    ])
  )

/** A machine with a project and capabilities installed, each with the members that are given. */
export const machineWith = Effect.fnUntraced(function* (
  capabilities: Readonly<Record<string, JsonObject>>,
  files: Readonly<Record<string, string>> = {},
  options: EngineOptions = {}
) {
  const folders = Object.entries(capabilities).map(([id, members]) =>
    below(`/src/${id}`, capability({ id, hooks: [], skills: [], ...members }))
  )
  const disk = MemoryDisk.make({ files: Object.assign({}, phaseFiles(files), ...folders) })
  const run = runOn(disk, { workingDirectory: project, ...options })
  for (const id of Object.keys(capabilities)) yield* runOn(disk)(install(requestOf(`/src/${id}`)))
  return { disk, run }
})

/** Lines of the log, as they stand on the disk. */
export const logOn = (disk: MemoryDisk.MemoryDisk): ReadonlyArray<JsonObject> =>
  (textOn(disk, `${project}/${outcomesPath}`) ?? "")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))
