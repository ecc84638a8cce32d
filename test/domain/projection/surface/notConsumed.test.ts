import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { hostBehaviorKeys } from "../../../../src/domain/capability/hostBehaviors.ts"
import { notConsumed, notConsumedKeys } from "../../../../src/domain/projection/surface/notConsumed.ts"

const root = join(import.meta.dirname, "../../../..")

/** Files that name keys without obeying them: the vocabulary, this list, the manifests as they are built in. */
const lists = new Set([
  "src/domain/capability/hostBehaviors.ts",
  "src/domain/projection/surface/notConsumed.ts",
  "src/domain/registry/builtIn.ts"
])

const sources = globSync("src/**/*.ts", { cwd: root })
  .filter((file) => !lists.has(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }))

/** Files that read a key by its name. */
const readersOf = (key: string): ReadonlyArray<string> =>
  sources.filter(({ text }) => text.includes(`"${key}"`)).map(({ file }) => file)

describe("notConsumed", () => {
  it("holds keys of the vocabulary, each once and with a sentence why", () => {
    const keys = notConsumed.flatMap((one) => one.keys)
    assert.strictEqual(new Set(keys).size, keys.length)
    assert.deepStrictEqual(
      keys.filter((key) => !hostBehaviorKeys.has(key)),
      []
    )
    for (const { reason } of notConsumed) assert.match(reason, /^[`A-Za-z].*\.$/u)
  })

  it.each([...hostBehaviorKeys])("%s is read in the sources exactly when it is not in the list", (key) => {
    const readers = readersOf(key)
    assert.strictEqual(readers.length > 0, !notConsumedKeys.has(key), readers.join(", "))
  })
})
