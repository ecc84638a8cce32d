import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { projectScope } from "../../src/domain/project/places.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { install } from "../../src/pipelines/install.ts"
import { list } from "../../src/pipelines/list.ts"
import { remove } from "../../src/pipelines/remove.ts"
import { rollback } from "../../src/pipelines/rollback.ts"
import { below, capability } from "../support/capabilities.ts"
import { requestOf, runOn } from "../support/engine.ts"
import { treeWithout } from "../support/tree.ts"

const root = "/workspace/app"
const scope = projectScope(root)
const wait = Duration.seconds(30)
const settings = `${root}/.host/settings.json`
const original = '{\n  // theirs\n  "hooks": {},\n}\n'

const ids = ["one", "two", "three"]

const sourceOf = (id: string, version: number) =>
  below(
    `/v${version}/${id}`,
    capability(
      { id, version: `1.${version}.0`, skills: [], hooks: [{ event: "SessionStart", script: "run.sh" }] },
      {
        "run.sh": `#!/bin/sh\necho ${id} ${version}\n`,
        ...(version === 2 ? { [`deep/er/${id}.txt`]: "more\n" } : { [`old/${id}.txt`]: "less\n" })
      }
    )
  )

const newDisk = () =>
  MemoryDisk.make({
    directories: ["/home/ada", `${root}/.git`],
    files: {
      [settings]: original,
      [`${root}/src/main.ts`]: "mine\n",
      ...Object.assign({}, ...ids.flatMap((id) => [sourceOf(id, 1), sourceOf(id, 2)]))
    }
  })

/** Everything outside of H. */
const outside = (disk: MemoryDisk.MemoryDisk) => treeWithout(disk, /^\/home\/ada\/\.gsd/u)

const run = (disk: MemoryDisk.MemoryDisk) => runOn(disk, { workingDirectory: root })

const oneStep = Effect.fnUntraced(function* (disk: MemoryDisk.MemoryDisk) {
  const id = ids[yield* Random.nextIntBetween(0, ids.length - 1)] ?? "one"
  const version = yield* Random.nextIntBetween(1, 2)
  const what = yield* Random.nextIntBetween(0, 3)
  const wire = (yield* Random.nextBoolean) ? { wire: [settings] } : {}
  const flags = { scope, replace: true, allowDowngrade: true, ...wire }
  if (what <= 1) yield* run(disk)(install(requestOf(`/v${version}/${id}`, flags)))
  else if (what === 2) yield* Effect.ignore(run(disk)(rollback({ id, scope, wait })))
  else yield* Effect.ignore(run(disk)(remove({ id, scope, wait })))
})

describe("any history in a project that ends with nothing installed", () => {
  it.effect.each(Array.from({ length: 12 }, (_, seed) => seed))("leaves it as it was (seed %d)", (seed) =>
    Effect.gen(function* () {
      const disk = newDisk()
      const before = outside(disk)
      for (let step = 0; step < 12; step += 1) {
        yield* oneStep(disk)
        const rows = yield* run(disk)(list(scope))
        assert.deepStrictEqual(
          rows.filter((row) => row.status !== "active" || row.note !== undefined),
          []
        )
      }
      for (const id of ids) yield* Effect.ignore(run(disk)(remove({ id, scope, wait })))
      assert.deepStrictEqual(outside(disk), before)
    }).pipe(Random.withSeed(`history ${seed}`))
  )
})
