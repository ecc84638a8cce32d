import * as Effect from "effect/Effect"
import * as DurableMemory from "../../src/layers/disk/DurableMemory.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { install } from "../../src/pipelines/install.ts"
import { Durable } from "../../src/services/Durable.ts"
import { below, capability } from "./capabilities.ts"
import { requestOf, runOn } from "./engine.ts"
import { put } from "./home.ts"

/** The settings file that `hk-cap` is wired into. */
export const settings = "/home/ada/.host/settings.json"

/** A disk on which `hk-cap` is installed with a hook and a server, wired, and nothing is wrong. */
export const wiredDisk = Effect.gen(function* () {
  const servers = { mcpServers: { demo: { command: "demo-server" } } }
  const disk = MemoryDisk.make({
    directories: ["/home/ada", "/workspace/p/.git"],
    files: {
      [settings]: `{ "model": "x" }\n`,
      ...below("/src/hk-cap", capability(servers)),
      ...below(
        "/v2/hk-cap",
        capability({ version: "1.1.0", ...servers }, { "hooks/a.sh": "#!/bin/sh\necho changed\n" })
      ),
      ...below("/other/other", capability({ id: "other", skills: [] }))
    }
  })
  yield* runOn(disk)(install(requestOf("/src/hk-cap", { wire: [settings] })))
  return disk
})

/** Writes a file. */
export const write = (disk: MemoryDisk.MemoryDisk, path: string, text: string | Uint8Array) =>
  put(path, text, 0o600).pipe(Effect.provide(DurableMemory.layerOn(disk)))

/** Does something to a disk by its services. */
export const onDisk = <A, E>(
  disk: MemoryDisk.MemoryDisk,
  program: (durable: Durable["Service"]) => Effect.Effect<A, E>
) => Effect.flatMap(Durable, program).pipe(Effect.provide(DurableMemory.layerOn(disk)))

/** Text of a file; empty when there is none. */
export const textAt = (disk: MemoryDisk.MemoryDisk, path: string): string => {
  const found = disk.snapshot().get(path)
  return found?.kind === "file" ? new TextDecoder().decode(found.bytes) : ""
}
