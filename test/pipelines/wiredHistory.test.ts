import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { globalScope } from "../../src/domain/paths.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { disable, enable } from "../../src/pipelines/enable.ts"
import { install } from "../../src/pipelines/install.ts"
import { remove } from "../../src/pipelines/remove.ts"
import { rollback } from "../../src/pipelines/rollback.ts"
import { below, capability } from "../support/capabilities.ts"
import { requestOf, runOn } from "../support/engine.ts"
import { treeWithout } from "../support/tree.ts"

const scope = globalScope
const wait = Duration.seconds(30)
const ids = ["one", "two", "three"]

/** Settings files as people write them; the second file of each history is not there before. */
const originals: ReadonlyArray<readonly [name: string, text: string]> = [
  ["an empty object", "{}"],
  ["a byte order mark and CRLF", '\uFEFF{\r\n\t"model": "x"\r\n}\r\n'],
  ["comments and trailing commas", '{\n  // theirs\n  "hooks": {}, /* mine */\n  "mcpServers": {},\n}\n'],
  ["no line break at the end", '{"a":1e3,"big":12345678901234567890}'],
  [
    "hooks of another program on the same event",
    '{\n    "hooks": {\n        "SessionStart": [\n            {"hooks": [{"type": "command", "command": "other"}]}\n        ]\n    }\n}\n'
  ],
  [
    "servers of another program",
    '{\n  "mcpServers": { "theirs": { "command": "x", "env": { "KEY": "\\u0041" } } }\n}\n\n'
  ]
]

const sourceOf = (id: string, version: number) =>
  below(
    `/v${version}/${id}`,
    capability(
      {
        id,
        version: `1.${version}.0`,
        skills: [],
        hooks: [{ event: version === 1 ? "SessionStart" : "PreToolUse", script: "run.sh" }],
        mcpServers: { [`${id}-${version}`]: { command: "server", args: [id] } }
      },
      { "run.sh": `#!/bin/sh\necho ${id} ${version}\n` }
    )
  )

const files = ["/home/ada/.host/settings.json", "/home/ada/.other/mcp.json"]

const diskWith = (original: string) =>
  MemoryDisk.make({
    directories: ["/home/ada/.other"],
    files: {
      [files[0] ?? ""]: original,
      ...Object.assign({}, ...ids.flatMap((id) => [sourceOf(id, 1), sourceOf(id, 2)]))
    }
  })

/** Everything outside of H. */
const outside = (disk: MemoryDisk.MemoryDisk) => treeWithout(disk, /^\/home\/ada\/\.gsd/u)

/** One command that a seed chooses; whether it did something. */
const oneStep = Effect.fnUntraced(function* (disk: MemoryDisk.MemoryDisk) {
  const run = runOn(disk)
  const id = ids[yield* Random.nextIntBetween(0, ids.length - 1)] ?? "one"
  const version = yield* Random.nextIntBetween(1, 2)
  const what = yield* Random.nextIntBetween(0, 6)
  const wire = files.slice(yield* Random.nextIntBetween(0, 2))
  const flags = { scope, replace: true, allowDowngrade: true, wire }
  if (what <= 2) yield* run(install(requestOf(`/v${version}/${id}`, flags)))
  // Nothing is installed under the id, or there is no generation before: said by a typed failure, nothing is done.
  else if (what === 3) yield* Effect.ignore(run(rollback({ id, scope, wait })))
  else if (what === 4) yield* Effect.ignore(run(disable({ id, scope, wait })))
  else if (what === 5) yield* Effect.ignore(run(enable({ id, scope, wait })))
  else yield* Effect.ignore(run(remove({ id, scope, wait })))
})

const histories = originals.flatMap(([name, text]) =>
  Array.from({ length: 4 }, (_, seed) => [name, seed, text] as const)
)

describe("any history of wired capabilities that ends with none", () => {
  it.effect.each(histories)("leaves the bytes and the mode of %s (seed %d)", ([name, seed, text]) =>
    Effect.gen(function* () {
      const disk = diskWith(text)
      const before = outside(disk)
      let changed = false
      for (let step = 0; step < 14; step += 1) {
        yield* oneStep(disk)
        changed ||= JSON.stringify(outside(disk)) !== JSON.stringify(before)
      }
      for (const id of ids) yield* Effect.ignore(runOn(disk)(remove({ id, scope, wait })))
      assert.isTrue(changed)
      assert.deepStrictEqual(outside(disk), before)
    }).pipe(Random.withSeed(`${name} ${seed}`))
  )
})
