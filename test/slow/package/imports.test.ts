import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { pathToFileURL } from "node:url"
import { afterAll, assert, describe, it } from "vitest"
import { makeRoom, removeRooms } from "../../support/rooms.ts"

afterAll(removeRooms)

const repository = join(import.meta.dirname, "../../..")

const { exports }: { readonly exports: Readonly<Record<string, unknown>> } = JSON.parse(
  readFileSync(join(repository, "package.json"), "utf8")
)

/** The sources of every entry that is code. */
const entries = Object.entries(exports).flatMap(([name, target]) => {
  if (typeof target !== "object" || target === null || !("default" in target)) return []
  return [{ name, source: String(target.default).replace(/^\.\/dist\/lib\/(.*)\.js$/u, "src/$1.ts") }]
})

const nothing = { did: [], globals: [], listeners: [], env: [], alive: [] }

const probe = async (file: string) => {
  const program = join(import.meta.dirname, "importProbe.mjs")
  const child = spawn(process.execPath, [program, pathToFileURL(file).href], {
    stdio: ["ignore", "pipe", "pipe"]
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")])
  assert.deepStrictEqual({ code: code as unknown, err }, { code: 0, err: "" })
  return JSON.parse(out) as typeof nothing
}

describe("importing an entry of the package", () => {
  it.each(entries)("does nothing to the world: $name", async ({ source }) => {
    assert.isTrue(existsSync(join(repository, source)), source)
    assert.deepStrictEqual(await probe(join(repository, source)), nothing)
  })

  it("is seen when it does something: a file, a timer, a listener, a socket, a program, a global", async () => {
    const file = join(makeRoom("gsd-probe-"), "bad.mjs")
    writeFileSync(
      file,
      `import { existsSync } from "node:fs"
       import { createServer } from "node:net"
       import { spawnSync } from "node:child_process"
       existsSync("/")
       createServer().listen(0).unref()
       spawnSync("true")
       setTimeout(() => {}, 10)
       process.on("SIGUSR2", () => {})
       process.env.PROBED = "1"
       globalThis.probed = 1`
    )
    const seen = await probe(file)
    assert.deepStrictEqual(
      seen.did.map((one: string) => one.replace(/ .*$/u, "")),
      ["fs.existsSync", "net.createServer", "child_process.spawnSync", "globalThis.setTimeout", "process.on"]
    )
    assert.deepStrictEqual([seen.globals, seen.env], [["probed"], ["changed"]])
    assert.include(seen.listeners, "SIGUSR2 1")
    assert.include(seen.alive, "Timeout")
  })
})
