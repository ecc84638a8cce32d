import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { limits } from "../../domain/limits.ts"
import { changedFrom, readTree } from "../../domain/pack/checkout.ts"
import { Environment } from "../../services/Environment.ts"
import type { Checkout, PackFolder } from "../../services/Packing.ts"
import { Spawner } from "../../services/Spawner.ts"

/** Nothing of the user's or the system's configuration, no question, no lock, no object that is not here. */
const settled = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
  LC_ALL: "C"
}

/** What a checkout's own configuration could have run. */
const harmless = [
  "-c",
  "core.fsmonitor=false",
  "-c",
  "core.hooksPath=/dev/null",
  "-c",
  "core.untrackedCache=false"
]

const run = Effect.fnUntraced(function* (directory: string, args: ReadonlyArray<string>) {
  const spawner = yield* Spawner
  const { variables } = yield* Environment
  const outcome = yield* spawner.run({
    command: "git",
    args: [...harmless, ...args],
    env: { ...settled, PATH: variables.get("PATH") ?? "" },
    directory,
    timeout: Duration.millis(limits.peekMillis),
    stdout: { _tag: "Keep", capBytes: limits.fileListBytes, part: "head" },
    stderr: { _tag: "Keep", capBytes: limits.archivePieceBytes, part: "head" }
  })
  const isWhole = outcome._tag === "Exited" && outcome.code === 0 && !outcome.stdout.truncated
  return isWhole ? new TextDecoder().decode(outcome.stdout.bytes) : undefined
})

/** The hash by which git names a file's bytes, in the repository's own kind of hash. */
const blobHash = (bytes: Uint8Array, digits: number): string =>
  createHash(digits > 40 ? "sha256" : "sha1")
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest("hex")

const isCommit = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u.test(text)

const unknown = (reason: string): Checkout => ({ _tag: "Unknown", reason })

const ask = Effect.fnUntraced(function* ({ files, root }: PackFolder) {
  const inside = yield* run(root, ["rev-parse", "--is-inside-work-tree"])
  if (inside?.trim() !== "true") return { _tag: "None" } satisfies Checkout
  const prefix = (yield* run(root, ["rev-parse", "--show-prefix"]))?.replace(/\n$/u, "")
  const commit = (yield* run(root, ["rev-parse", "--verify", "--end-of-options", "HEAD^{commit}"]))?.trim()
  if (prefix === undefined || commit === undefined || !isCommit(commit))
    return unknown("it has no commit yet")
  const tree = yield* run(root, [
    "ls-tree",
    "-r",
    "-z",
    "--full-tree",
    `${commit}:${prefix.replace(/\/$/u, "")}`
  ])
  if (tree === undefined) return unknown("its commit does not hold the folder")
  const origin = yield* run(root, ["config", "--local", "--get", "remote.origin.url"])
  const hashes = new Map(files.map(({ bytes, path }) => [path, blobHash(bytes, commit.length)] as const))
  const changed = changedFrom(readTree(tree), hashes)
  return { _tag: "Commit", commit, origin: origin?.trim(), changed } satisfies Checkout
})

/** What git knows of a folder; without a git that answers, nothing. The bytes themselves are compared with the commit's. */
export const checkoutOf = (folder: PackFolder): Effect.Effect<Checkout, never, Environment | Spawner> =>
  Effect.orElseSucceed(ask(folder), (): Checkout => ({ _tag: "None" }))
