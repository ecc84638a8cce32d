import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { assert, describe, it } from "vitest"

const repository = join(import.meta.dirname, "../../..")

/** A program that embeds the engine and did not install the driver. */
const program = `
  import { registerHooks } from "node:module"
  import * as Effect from "effect/Effect"
  import * as Result from "effect/Result"
  import { clusterAddress, LaneCluster, laneClusterSql } from "gsd-engine/cluster"
  registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier.startsWith("@effect/sql-pg")) throw new Error("not installed")
      return next(specifier, context)
    }
  })
  const address = Result.getOrThrow(clusterAddress("postgres://ada@127.0.0.1:1/reviews"))
  const work = Effect.provide(LaneCluster.use((cluster) => cluster.runners), laneClusterSql({ address }))
  const error = await Effect.runPromise(Effect.flip(work))
  console.log(error._tag, error.message, error.hints.join())
`

describe("an application without the driver for PostgreSQL", () => {
  it("is told which package it lacks, when it asks for such a cluster", () => {
    const hooks = join(repository, "test/support/fromSources.ts")
    const run = spawnSync(process.execPath, ["--import", hooks, "--input-type=module", "-e", program], {
      cwd: repository,
      encoding: "utf8"
    })
    assert.deepInclude(run, {
      stderr: "",
      stdout:
        "ClusterDriverMissing The package `@effect/sql-pg` is not installed, which clusters on PostgreSQL need" +
        " Add it: `npm install @effect/sql-pg`\n"
    })
  })
})
