import { spawn } from "node:child_process"
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { afterAll, assert, describe, it, onTestFinished } from "vitest"
import { currentProject, gsdLive, install, lock } from "../../../src/index.ts"
import { concern, plan, putPlan, writeBundledLane } from "../../cli/support/lanes.ts"
import { makeWorld, repository, type World } from "../../cli/support/world.ts"
import { removeRooms } from "../../support/rooms.ts"

afterAll(removeRooms)

/** Which examples there are: each has a test below. */
const examples = ["ci.ts", "embed.ts", "laneTransport.test.ts", "service.ts", "sourceAdapter.ts"]

interface Run {
  readonly args?: ReadonlyArray<string>
  readonly env?: Readonly<Record<string, string>>
}

/** Starts an example as its user would, on the sources. */
const startExample = (world: World, name: string, { args = [], env = {} }: Run = {}) => {
  const hooks = join(repository, "test/support/fromSources.ts")
  const child = spawn(process.execPath, ["--import", hooks, join(repository, "examples", name), ...args], {
    cwd: world.work,
    env: { HOME: world.home, PATH: process.env["PATH"] ?? "", NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"]
  })
  onTestFinished(() => void child.kill("SIGKILL"))
  const exit = new Promise<number | null>((resolve) => child.on("exit", resolve))
  return { child, exit }
}

const runExample = async (world: World, name: string, run: Run = {}) => {
  const { child, exit } = startExample(world, name, run)
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exit])
  return { code, stdout, stderr }
}

/** A server of this test's own, on loopback. */
const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const hello = join(repository, "examples/capabilities/v1/hello-hooks")

const filesOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path).toString("base64")])
  )

describe("examples", () => {
  it("are all run here", () => {
    assert.deepStrictEqual(globSync("*.ts", { cwd: join(repository, "examples") }).toSorted(), examples)
  })

  it("service.ts installs what a request consents to, and has a plan reviewed", async () => {
    const world = makeWorld()
    putPlan(world)
    const { child, exit } = startExample(world, "service.ts")
    let said = ""
    const address = await new Promise<string>((resolve, reject) => {
      child.stderr.on("data", (chunk) => (said += String(chunk)))
      child.stdout.on("data", (chunk) => {
        said += String(chunk)
        const [found] = /http:\/\/127\.0\.0\.1:\d+/u.exec(said) ?? []
        if (found !== undefined) resolve(found)
      })
      void exit.then((code) => reject(new Error(`ended with ${code}: ${said}`)))
    })
    const post = async (path: string, body: object) => {
      const headers = { "content-type": "application/json" }
      const answer = await fetch(`${address}${path}`, { method: "POST", headers, body: JSON.stringify(body) })
      const json: Readonly<Record<string, unknown>> = JSON.parse(await answer.text())
      return { status: answer.status, json }
    }

    const asked = await post("/capabilities", { spec: hello })
    assert.strictEqual(asked.status, 409)
    assert.include(asked.json, { _tag: "NeedsConsent" })
    assert.match(String(asked.json["disclosure"]), /SessionStart/u)
    const given = await post("/capabilities", { spec: hello, consent: asked.json["digest"] })
    assert.strictEqual(given.status, 200)
    assert.include(given.json, { id: "hello-hooks", status: "installed" })
    const missing = await post("/capabilities", { spec: "./nothing" })
    assert.strictEqual(missing.status, 422)
    assert.include(missing.json, { _tag: "Refused", reason: "SourceMissing" })

    const rows: ReadonlyArray<object> = JSON.parse(await (await fetch(`${address}/capabilities`)).text())
    assert.lengthOf(rows, 1)
    assert.include(rows[0], { id: "hello-hooks", status: "active" })

    for (const slug of ["one", "two"]) {
      const files = { "bin/lane.sh": concern("nothing undoes the migration") }
      const spec = writeBundledLane(world, { slug, binary: "bin/lane.sh", files })
      const { digest } = (await post("/capabilities", { spec })).json
      assert.strictEqual((await post("/capabilities", { spec, consent: digest })).status, 200)
    }
    const reviewed = await post("/reviews", { plan: plan, lanes: ["one", "two"] })
    assert.strictEqual(reviewed.status, 200)
    assert.include(reviewed.json, { verdict: "met", usable: 2 })
    assert.match(readFileSync(join(world.work, "plans/REVIEWS.md"), "utf8"), /^---\nverdict: "met"/u)

    child.kill("SIGTERM")
    assert.strictEqual(await exit, 130)
    assert.lengthOf(said.match(/Listening on/gu) ?? [], 1)
  })

  it("sourceAdapter.ts installs from a vault of its own, and says what the vault does not have", async () => {
    const world = makeWorld()
    const bundle = JSON.stringify({ version: "1.0.0", files: filesOf(hello) })
    const asked: Array<string> = []
    const vault = await serve((request, response) => {
      asked.push(request.url ?? "")
      response.statusCode = request.url === "/hello-hooks" ? 200 : 404
      response.setHeader("content-type", "application/json")
      response.end(response.statusCode === 200 ? bundle : "{}")
    })
    const run = (name: string, env: Readonly<Record<string, string>> = { VAULT: vault }) =>
      runExample(world, "sourceAdapter.ts", { args: [name], env })
    const got = await run("hello-hooks")
    assert.deepStrictEqual([got.stdout, got.code], ["hello-hooks 1.0.0 installed\n", 0], got.stderr)
    assert.isAbove(asked.length, 0)
    const gone = await run("nobody")
    assert.strictEqual(gone.code, 6, gone.stdout)
    const down = await run("hello-hooks", { VAULT: "http://127.0.0.1:1" })
    assert.strictEqual(down.code, 1, down.stdout)
  })

  it("laneTransport.test.ts passes", async () => {
    const { code, stderr, stdout } = await runExample(makeWorld(), "laneTransport.test.ts")
    assert.strictEqual(code, 0, `${stdout}${stderr}`)
    assert.match(stdout, /pass 2\n/u)
  })

  it("ci.ts brings in what the lockfile names, byte for byte, and refuses anything else", async () => {
    const author = makeWorld()
    mkdirSync(join(author.work, ".git"))
    cpSync(hello, join(author.work, "hello-hooks"), { recursive: true })
    await Effect.runPromise(
      Effect.gen(function* () {
        const project = yield* currentProject
        const wait = Duration.seconds(5)
        yield* install({
          op: "install",
          spec: join(author.work, "hello-hooks"),
          scope: project,
          replace: false,
          allowDowngrade: false,
          wait
        })
        yield* lock(project, { prune: false, wait })
      }).pipe(Effect.provide(gsdLive({ root: author.home, project: author.work, consent: { yes: true } })))
    )
    // The checkout, on a machine on which nothing was ever installed.
    const machine = { ...makeWorld(), work: author.work }
    const args = ["hello-hooks"]
    const good = await runExample(machine, "ci.ts", { args })
    assert.strictEqual(good.code, 0, `${good.stdout}${good.stderr}`)
    assert.match(good.stdout, /^hello-hooks 1\.0\.0 installed\nhello-hooks valid\n$/u)
    const again = await runExample(machine, "ci.ts")
    assert.match(again.stdout, /^hello-hooks 1\.0\.0 unchanged\n$/u)
    const vendored = globSync(".gsd/**/*.sh", { cwd: author.work })[0] ?? assert.fail("nothing is vendored")
    writeFileSync(join(author.work, vendored), "#!/bin/sh\necho other\n")
    const other = await runExample({ ...makeWorld(), work: author.work }, "ci.ts")
    assert.notStrictEqual(other.code, 0)
    assert.notInclude(other.stdout, "installed")
  })
})
