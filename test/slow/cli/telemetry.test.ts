import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { concern, installLane, plan, put, putPlan, withLanes } from "../../cli/support/lanes.ts"
import {
  digestOf,
  environment,
  gsd,
  installed,
  makeWorld,
  program,
  publish,
  start,
  type World
} from "../../cli/support/world.ts"
import { carrying } from "../../support/processes.ts"
import { removeRooms } from "../../support/rooms.ts"
import { exporting, makeCollector, valuesOf } from "./telemetryCollector.ts"
import { openTrace, pathOf } from "./telemetryTraces.ts"
import { spawnSync } from "node:child_process"

afterAll(removeRooms)

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** The words that install a folder with consent. */
const installing = (world: World): ReadonlyArray<string> => {
  const folder = publish(world, "v1")
  return ["capability", "install", folder, "--consent", digestOf(world, folder)]
}

const recordsIn = (stderr: string): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  stderr
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))

describe("a collector", () => {
  it("gets the spans, metrics and logs of an install", async () => {
    const world = makeWorld()
    const collector = await makeCollector()
    const env = { ...exporting(collector.port), OTEL_RESOURCE_ATTRIBUTES: "team=infra" }
    const ran = await start(world, installing(world), env).ended
    assert.strictEqual(ran.code, 0, ran.stderr)
    assert.notInclude(ran.stderr, "The command ended")
    assert.include(collector.resource(), { "service.name": "gsd", team: "infra" })
    const spans = collector.spans()
    const root = spans.find(({ name }) => name === "gsd capability install")
    const install = spans.find(({ name }) => name === "install")
    assert.isUndefined(root?.parentSpanId)
    assert.strictEqual(install?.traceId, root?.traceId)
    assert.include(valuesOf(install?.attributes ?? []), { capability: "hello-hooks", status: "installed" })
    for (const name of ["install.judged", "Store.stage", "ConsentGate.ask", "Transaction.commit"])
      assert.isTrue(
        spans.some((span) => span.name === name),
        name
      )
    const metrics = collector.metrics()
    const installs = metrics.find(({ name }) => name === "gsd.installs")?.sum?.dataPoints ?? []
    assert.deepStrictEqual(
      installs.map(({ asDouble, asInt, attributes }) => [
        valuesOf(attributes)["status"],
        Number(asInt ?? asDouble)
      ]),
      [["installed", 1]]
    )
    const durations = metrics.filter(({ histogram }) => histogram !== undefined).map(({ name }) => name)
    assert.includeMembers(durations, ["gsd.command.duration", "gsd.pipeline.duration"])
    const [record] = collector.logs()
    assert.deepStrictEqual([record?.severityText, record?.traceId], ["Info", root?.traceId])
    assert.strictEqual(record?.body.stringValue, "The command ended")
  })

  it("gets those of a command that fails, whose result stays what it is", async () => {
    const world = makeWorld()
    const collector = await makeCollector()
    const args = ["capability", "show", "nobody", "--json"]
    const alone = gsd(world, args)
    const ran = await start(world, args, exporting(collector.port)).ended
    assert.deepStrictEqual(ran, { ...alone, signal: null })
    const root = collector.spans().find(({ name }) => name === "gsd capability show")
    assert.deepInclude(root?.status, { code: 2 })
    assert.match(root?.status.message ?? "", /No capability `nobody`/u)
    const failure = collector.logs().find(({ severityText }) => severityText === "Error")
    assert.include(valuesOf(failure?.attributes ?? []), { error: "NotInstalled", command: "capability show" })
    const [point] =
      collector.metrics().find(({ name }) => name === "gsd.command.duration")?.histogram?.dataPoints ?? []
    assert.include(valuesOf(point?.attributes ?? []), { exit_code: "6" })
  })

  it("is spoken to in protobuf unless told otherwise, with the headers that are set", async () => {
    const world = makeWorld()
    const collector = await makeCollector()
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://ada:open%20sesame@127.0.0.1:${collector.port}/base`,
      OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=blue%20team",
      OTEL_SERVICE_NAME: "nightly"
    }
    assert.strictEqual((await start(world, ["capability", "list"], env).ended).code, 0)
    assert.sameMembers(
      [...new Set(collector.told.map(({ path }) => path))],
      ["/base/v1/traces", "/base/v1/metrics", "/base/v1/logs"]
    )
    for (const { headers } of collector.told) {
      assert.include(headers, { "content-type": "application/x-protobuf", "x-tenant": "blue team" })
      assert.strictEqual(headers.authorization, `Basic ${Buffer.from("ada:open sesame").toString("base64")}`)
    }
    const traces = collector.told
      .filter(({ path }) => path.endsWith("traces"))
      .map(({ body }) => String(body))
    assert.include(traces.join(""), "gsd capability list")
    assert.include(traces.join(""), "nightly")
  })

  it("that is not there, or never answers, changes nothing", { timeout: 60_000 }, async () => {
    const world = makeWorld()
    const alone = gsd(world, ["capability", "list", "--json"])
    const gone = createServer()
    await new Promise<void>((resolve) => gone.listen(0, "127.0.0.1", resolve))
    const { port } = gone.address() as AddressInfo
    await new Promise((resolve) => gone.close(resolve))
    const hanging = await makeCollector({ holds: true })
    for (const one of [port, hanging.port]) {
      const ran = await start(world, ["capability", "list", "--json"], exporting(one)).ended
      assert.deepStrictEqual(ran, { ...alone, signal: null })
    }
    const why = await start(world, ["capability", "list", "--log-level", "debug"], exporting(port)).ended
    assert.match(why.stderr, /DEBUG Disabling exporter/u)
    // It ended although nobody had answered.
    assert.isAbove(hanging.told.length, 0)
  })

  it("is told nothing where a flag or the policy forbids the network", async () => {
    const world = makeWorld()
    const collector = await makeCollector()
    const list = async (args: ReadonlyArray<string> = []) =>
      start(world, ["capability", "list", ...args], exporting(collector.port)).ended
    const offline = await list(["--offline"])
    assert.include(offline.stderr, "No telemetry is sent: `--offline` forbids the network")
    mkdirSync(join(world.home, ".gsd"), { mode: 0o700, recursive: true })
    for (const [policy, why] of [
      ['{"network":{"mirror":"file:///srv/mirror"}}', "mirror is a folder"],
      ['{"strictKnownRegistries":[]}', "allows no host"],
      ["{", "cannot be read"]
    ] as const) {
      writeFileSync(join(world.home, ".gsd/policy.json"), policy)
      assert.include((await list()).stderr, why)
    }
    assert.deepStrictEqual(collector.told, [])
    writeFileSync(join(world.home, ".gsd/policy.json"), "{}")
    await list()
    assert.isAbove(collector.told.length, 0)
  })

  it("whose address cannot be used is named by its variable, never by its value", async () => {
    const world = makeWorld()
    const ran = await start(world, ["capability", "list"], { OTEL_EXPORTER_OTLP_ENDPOINT: "sesame-1234567" })
      .ended
    assert.strictEqual(ran.code, 0)
    assert.include(ran.stderr, "`OTEL_EXPORTER_OTLP_ENDPOINT` is no address of http or https")
    assert.notInclude(ran.stderr, "sesame")
  })
})

describe("a trace", () => {
  it("of an install opens, and its spans nest as they were run", async () => {
    const world = makeWorld()
    const ran = gsd(world, [...installing(world), "--trace", "out.json"])
    assert.strictEqual(ran.code, 0, ran.stderr)
    const path = join(world.work, "out.json")
    const spans = await openTrace(path)
    assert.deepStrictEqual(pathOf(spans, "install.activate"), [
      "install.activate",
      "install.finished",
      "install",
      "gsd capability install"
    ])
    assert.strictEqual(lstatSync(path).mode & 0o777, 0o600)
    assert.isTrue(spans.every(({ args }) => args["outcome"] === "ok" || args["error"] !== undefined))
    const { otherData } = JSON.parse(readFileSync(path, "utf8"))
    assert.deepInclude(otherData, { command: "capability install", exitCode: 0 })
    // An older trace is replaced.
    assert.strictEqual(gsd(world, ["capability", "list", "--trace", "out.json"]).code, 0)
    assert.deepStrictEqual(pathOf(await openTrace(path), "list").at(-1), "gsd capability list")
  })

  it("of a review has each lane, at once", async () => {
    const world = makeWorld()
    putPlan(world)
    for (const slug of ["one", "two", "three"]) installLane(world, { slug, script: concern("no rollback") })
    const args = ["review", "--plan", plan, "--one", "--two", "--three", "--trace=review.json"]
    const ran = gsd(world, args, withLanes(world))
    assert.strictEqual(ran.code, 0, ran.stderr)
    const spans = await openTrace(join(world.work, "review.json"))
    const lanes = spans.filter(({ name }) => name === "review.lane")
    assert.sameMembers(
      lanes.map(({ args }) => args["lane"]),
      ["one", "two", "three"]
    )
    assert.deepStrictEqual([...new Set(lanes.map(({ args }) => args["outcome"]))], ["ok"])
    assert.strictEqual(new Set(lanes.map(({ tid }) => tid)).size, 3)
  })

  for (const signals of [1, 2])
    it(`of an interrupted review is written, after ${signals} signals too`, async () => {
      const world = makeWorld()
      putPlan(world)
      const mark = `gsd-telemetry-${process.pid}-${signals}`
      installLane(world, { slug: "slow", script: `cat > /dev/null; MARK=${mark} exec sleep 300` })
      const args = ["review", "--plan", plan, "--slow", "--trace", "cut.json"]
      const { child, ended } = start(world, args, withLanes(world).env)
      await until(() => carrying(mark).length > 0)
      for (let sent = 0; sent < signals; sent += 1) child.kill("SIGINT")
      assert.strictEqual((await ended).code, 130)
      assert.deepStrictEqual(carrying(mark), [])
      const spans = await openTrace(join(world.work, "cut.json"))
      const lane = spans.find(({ name }) => name === "review.lane")
      assert.include(["interrupted", "unfinished"], lane?.args["outcome"])
      const { otherData } = JSON.parse(readFileSync(join(world.work, "cut.json"), "utf8"))
      assert.strictEqual(otherData.exitCode, 130)
    })

  it("of a command that fails is written", async () => {
    const world = makeWorld()
    assert.strictEqual(gsd(world, ["capability", "show", "nobody", "--trace", "out.json"]).code, 6)
    const root = (await openTrace(join(world.work, "out.json"))).find(
      ({ name }) => name === "gsd capability show"
    )
    assert.include(root?.args, { outcome: "failed", error: "NotInstalled" })
    assert.strictEqual(gsd(world, ["capability", "install", "--trace", "usage.json"]).code, 2)
    assert.isAbove((await openTrace(join(world.work, "usage.json"))).length, 0)
  })

  it("is refused before anything is done where it would not be one", () => {
    const world = makeWorld()
    const args = installing(world)
    put(world, { "plan.md": "# Plan\n", "old.json": "" })
    symlinkSync(join(world.work, "old.json"), join(world.work, "link.json"))
    mkdirSync(join(world.work, "folder"))
    for (const [path, why] of [
      ["plan.md", "is no trace, so it is not replaced"],
      ["link.json", "is a link"],
      ["folder", "is a directory"],
      ["nowhere/out.json", "cannot be written (ENOENT)"]
    ] as const) {
      const ran = gsd(world, [...args, "--json", "--trace", path])
      const { error } = JSON.parse(ran.stdout)
      assert.deepStrictEqual([ran.code, error._tag], [4, "TraceRefused"])
      assert.include(error.message, why)
    }
    assert.strictEqual(readFileSync(join(world.work, "plan.md"), "utf8"), "# Plan\n")
    assert.deepStrictEqual(
      JSON.parse(gsd(world, ["capability", "list", "--json"]).stdout).filter(
        ({ id }: { readonly id: string }) => id === "hello-hooks"
      ),
      []
    )
  })
})

describe("logs as JSON", () => {
  it("are one object per line on stderr, and leave stdout as it is", () => {
    const world = makeWorld()
    const folder = publish(world, "v1")
    const args = ["capability", "install", folder, "--yes"]
    const flags = ["--log-format", "json", "--log-level", "trace"]
    const told = gsd(world, [...args, ...flags])
    assert.strictEqual(told.code, 0)
    const records = recordsIn(told.stderr)
    assert.includeMembers(
      records.map(({ message }) => message),
      ["install ended", "The command ended", "Store.stage"]
    )
    for (const record of records) assert.containsAllKeys(record, ["message", "level", "timestamp"])
    // What is disclosed before a yes is a record as well.
    assert.isTrue(records.some(({ message }) => String(message).includes("Consent digest")))
    const list = gsd(world, ["capability", "list"])
    assert.strictEqual(gsd(world, ["capability", "list", ...flags]).stdout, list.stdout)
  })

  it("tell a failure with its tag and hints, in usage too", () => {
    const world = makeWorld()
    for (const [args, code, tag] of [
      [["capability", "show", "nobody"], 6, "NotInstalled"],
      [["capability", "shwo"], 2, "InvocationInvalid"]
    ] as const) {
      const ran = gsd(world, [...args, "--log-format=json"])
      assert.strictEqual(ran.code, code)
      const [record, ...others] = recordsIn(ran.stderr)
      assert.deepStrictEqual(others, [])
      assert.deepInclude(record, { level: "ERROR" })
      assert.deepInclude(record?.["annotations"], { error: tag, exitCode: code })
    }
  })

  it("refuse a form that there is not", () => {
    const ran = gsd(makeWorld(), ["capability", "list", "--log-format", "xml"])
    assert.strictEqual(ran.code, 2)
  })
})

describe("secrets", () => {
  it("stand in nothing that is told", async () => {
    const world = makeWorld()
    const collector = await makeCollector()
    const secrets = [
      "envsesame1",
      "headersesame2",
      "urlsesame3",
      "configsesame4",
      "plansesame5",
      "npmsesame6"
    ]
    const [inEnv = "", inHeader = "", inUrl = "", inConfig = "", inPlan = "", inNpm = ""] = secrets
    put(world, {
      [plan]: `# Plan\n\n## Task 1: ${inPlan}\n`,
      ".planning/config.json": JSON.stringify({ review: { my_host: `http://ada:${inConfig}@127.0.0.1:9` } })
    })
    writeFileSync(
      join(world.home, ".npmrc"),
      `//127.0.0.1:9/:_authToken=${inNpm}\nregistry=https://127.0.0.1:9/\n`
    )
    installLane(world, { slug: "one", script: concern("no rollback") })
    const env = {
      ...exporting(collector.port),
      OTEL_EXPORTER_OTLP_HEADERS: `x-api-key=${inHeader}`,
      MY_API_TOKEN: inEnv
    }
    const flags = ["--log-level", "all", "--log-format", "json", "--trace"]
    const outputs: Array<string> = []
    for (const [at, args] of [
      ["capability", "install", `https://ada:${inUrl}@127.0.0.1:9/x-1.0.0.tgz?token=${inUrl}`, "--yes"],
      ["capability", "install", "npm:@ada/notes", "--yes"],
      ["capability", "install", `./${inEnv}`, "--yes"],
      ["review", "--plan", plan, "--one"],
      ["doctor"]
    ].entries()) {
      const trace = `out${at}.json`
      const ran = await start(world, [...args, ...flags, trace], withLanes(world, env).env).ended
      outputs.push(ran.stdout, ran.stderr)
      outputs.push(readFileSync(join(world.work, trace), "utf8"))
      await openTrace(join(world.work, trace))
    }
    outputs.push(...collector.told.map(({ body }) => String(body)))
    assert.isTrue(outputs.some((text) => text.includes("AddressRefused")))
    for (const secret of secrets)
      assert.deepStrictEqual(
        outputs.filter((text) => text.includes(secret)),
        [],
        secret
      )
    assert.isTrue(collector.told.every(({ headers }) => headers["x-api-key"] === inHeader))
  })
})

describe("a run of which nobody is told", () => {
  const loadedBy = (
    world: World,
    args: ReadonlyArray<string>,
    env: Readonly<Record<string, string>> = {}
  ) => {
    const log = join(world.root, "loaded.txt")
    const hook = join(world.root, "hook.mjs")
    writeFileSync(log, "")
    writeFileSync(
      hook,
      `import { appendFileSync } from "node:fs"
      import { registerHooks } from "node:module"
      registerHooks({ load: (url, context, next) => {
        appendFileSync(${JSON.stringify(log)}, url + "\\n")
        return next(url, context)
      } })`
    )
    const run = spawnSync(process.execPath, ["--import", hook, program, ...args], {
      cwd: world.work,
      env: environment(world, env),
      encoding: "utf8"
    })
    assert.strictEqual(run.status, 0, run.stderr)
    const files = readFileSync(log, "utf8")
      .split("\n")
      .filter((url) => url.startsWith("file:") && url.includes("/dist/"))
    assert.isNotEmpty(files)
    return files.map((url) => readFileSync(new URL(url), "utf8")).join("\n")
  }

  it("loads nothing of it", () => {
    const world = makeWorld()
    assert.strictEqual(installed(world, publish(world, "v1")).code, 0)
    for (const args of [
      ["--version"],
      ["--version", "--json"],
      ["capability", "list"],
      ["capability", "show", "hello-hooks"]
    ]) {
      const code = loadedBy(world, args)
      for (const part of ["OtlpTracer", "traceEvents", "gsd.command.duration"]) assert.notInclude(code, part)
    }
    assert.notInclude(loadedBy(world, ["capability", "list", "--trace", "out.json"]), "OtlpTracer")
    assert.include(loadedBy(world, ["capability", "list"], exporting(9)), "OtlpTracer")
  })
})
