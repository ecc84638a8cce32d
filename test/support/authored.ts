import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { execFileSync } from "node:child_process"
import { chmodSync, mkdirSync, utimesSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { GivenConsent } from "../../src/domain/consent/decide.ts"
import * as ConsentGateFixed from "../../src/layers/consent/ConsentGateFixed.ts"
import * as EnvironmentFixed from "../../src/layers/home/EnvironmentFixed.ts"
import { engineLayer } from "../../src/layers/live.ts"
import * as PackingDisk from "../../src/layers/pack/PackingDisk.ts"
import * as PackedBundlesDisk from "../../src/layers/registries/PackedBundlesDisk.ts"
import * as DurableNode from "../../src/layers/disk/DurableNode.ts"
import * as SpawnerLazy from "../../src/layers/spawner/SpawnerLazy.ts"
import { makeRoom } from "./rooms.ts"

/** How a file is written to the disk. */
export interface Writing {
  readonly mode?: number
  /** Seconds since 1970. */
  readonly mtime?: number
}

/** Writes files below a folder of the machine's disk, in the order given. */
export const writeFiles = (
  folder: string,
  files: ReadonlyArray<readonly [string, string | Uint8Array]>,
  writing: Writing = {}
): void => {
  for (const [name, content] of files) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    if (writing.mode !== undefined) chmodSync(path, writing.mode)
    if (writing.mtime !== undefined) utimesSync(path, writing.mtime, writing.mtime)
  }
}

/** Runs what an author asks for, from a directory. */
export const authoringIn = (directory: string) => {
  const environment = EnvironmentFixed.layerWith({
    workingDirectory: directory,
    variables: { PATH: process.env["PATH"] ?? "" }
  })
  const layer = Layer.merge(PackingDisk.layer, PackedBundlesDisk.layer).pipe(
    Layer.provideMerge(Layer.mergeAll(DurableNode.layer, SpawnerLazy.layer, environment))
  )
  return <A, E, R>(program: Effect.Effect<A, E, R>) => program.pipe(Effect.provide(layer))
}

/** Runs on a machine of its own, whose home is below the room. */
export const machineIn = (home: string, consent: GivenConsent = { yes: true }) => {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const engine = engineLayer({ root: home, command: "gsd test" })
  const layer = Layer.provideMerge(ConsentGateFixed.layerWith(consent), engine)
  return <A, E, R>(program: Effect.Effect<A, E, R>) => program.pipe(Effect.provide(layer))
}

/** Runs git in a folder, with nobody's configuration but its own. */
export const git = (folder: string, ...args: ReadonlyArray<string>): string =>
  execFileSync("git", args, {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"] ?? "",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_AUTHOR_NAME: "Ada",
      GIT_AUTHOR_EMAIL: "ada@host.example",
      GIT_COMMITTER_NAME: "Ada",
      GIT_COMMITTER_EMAIL: "ada@host.example"
    }
  }).trim()

/** A committed checkout of the capability below a repository's root. */
export const checkoutOf = (files: ReadonlyArray<readonly [string, string]>) => {
  const at = makeRoom("gsd-pack-")
  const folder = join(at, "hk-cap")
  writeFiles(folder, files)
  git(at, "init", "-q", "-b", "main")
  git(at, "add", ".")
  git(at, "commit", "-q", "-m", "first")
  git(at, "remote", "add", "origin", "https://ada:secret@git.example/ada/caps.git")
  return { at, folder, commit: git(at, "rev-parse", "HEAD") }
}
