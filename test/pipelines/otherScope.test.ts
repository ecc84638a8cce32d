import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { globalScope } from "../../src/domain/paths.ts"
import { projectScope } from "../../src/domain/project/places.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { history } from "../../src/pipelines/history.ts"
import { install } from "../../src/pipelines/install.ts"
import { pin } from "../../src/pipelines/pin.ts"
import { remove } from "../../src/pipelines/remove.ts"
import { show } from "../../src/pipelines/show.ts"
import { trustRevoke, trustShow } from "../../src/pipelines/trust.ts"
import { below, capability } from "../support/capabilities.ts"
import { requestOf } from "../support/engine.ts"
import { onMachine } from "../support/machines.ts"

const wait = Duration.seconds(30)
const id = "hk-cap"
const root = "/workspace/app"
const scopes = { global: globalScope, project: projectScope(root) }
const names = ["global", "project"] as const

const hintsOf = (error: object): string =>
  "hints" in error && Array.isArray(error.hints) ? error.hints.join("\n") : ""

describe("what is installed in the other scope", () => {
  for (const there of names)
    it.effect(`is named by the hint when it is in ${there} scope, and not elsewhere`, () =>
      Effect.gen(function* () {
        const disk = MemoryDisk.make({
          directories: ["/home/ada", `${root}/.git`, "/elsewhere"],
          files: below("/v1/hk-cap", capability())
        })
        const run = onMachine(disk, root)
        yield* run(install(requestOf("/v1/hk-cap", { scope: scopes[there] })))
        const scope = scopes[there === "global" ? "project" : "global"]
        const refused = yield* Effect.all([
          Effect.flip(run(show(scope, id))),
          Effect.flip(run(history(scope, id))),
          Effect.flip(run(pin({ id, scope, wait }))),
          Effect.flip(run(remove({ id, scope, wait }))),
          Effect.flip(run(trustShow(scope, id))),
          Effect.flip(run(trustRevoke({ id, scope, wait })))
        ])
        for (const error of refused)
          assert.include(hintsOf(error), `run the command again with \`--scope ${there}\``, error._tag)
        assert.notInclude(hintsOf(yield* Effect.flip(run(show(scope, "nobody")))), "--scope")
        // Outside of the project nobody can mean it.
        if (there === "project")
          assert.notInclude(
            hintsOf(yield* Effect.flip(onMachine(disk, "/elsewhere")(show(globalScope, id)))),
            "--scope"
          )
      })
    )
})
