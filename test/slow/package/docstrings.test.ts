import { spawn } from "node:child_process"
import { once } from "node:events"
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { text } from "node:stream/consumers"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"

const repository = join(import.meta.dirname, "../../..")

/** Below the repository, so that `effect` is found from it. */
const folder = join(repository, "node_modules/.cache", `gsd-docstrings-${process.pid}`)
mkdirSync(folder, { recursive: true })
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The examples in the comments of a file, as programs. */
const examplesIn = (file: string): ReadonlyArray<string> =>
  Array.from(
    readFileSync(join(repository, file), "utf8").matchAll(/^ \* ```ts\n(.*?)^ \* ```$/gmsu),
    ([, code = ""]) => code.replaceAll(/^ \* ?/gmu, "")
  )

const examples = globSync("src/**/*.ts", { cwd: repository })
  .toSorted()
  .flatMap((file) => examplesIn(file).map((code, at) => ({ name: `${file}, example ${at + 1}`, code })))

const run = async (code: string) => {
  const file = join(folder, `${examples.findIndex((one) => one.code === code)}.mjs`)
  writeFileSync(file, code)
  const hooks = join(repository, "test/support/fromSources.ts")
  const child = spawn(process.execPath, ["--import", hooks, file], { stdio: ["ignore", "pipe", "pipe"] })
  const [said, [exit]] = await Promise.all([text(child.stderr), once(child, "exit")])
  return { said, exit: exit as unknown }
}

describe("the example in a comment", () => {
  it.each(examples)("runs: $name", async ({ code }) => {
    assert.deepStrictEqual(await run(code), { said: "", exit: 0 })
  })

  it("is there for each harness of faults", () => {
    const files = examples.map(({ name }) => name)
    for (const harness of ["everyCrash", "everyFault", "simulate"])
      assert.isTrue(
        files.some((name) => name.startsWith(`src/layers/fault/${harness}.ts`)),
        harness
      )
  })
})
