import { spawnSync } from "node:child_process"
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { dirname, join } from "node:path"
import { checkPackage, createPackageFromTarballData, type Problem } from "@arethetypeswrong/core"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { makeRoom, removeRooms } from "../../support/rooms.ts"

afterAll(removeRooms)

const repository = join(import.meta.dirname, "../../..")

/** What `npm pack` takes, and what building it needs. */
const sources = [
  "src",
  "scripts",
  "capabilities",
  "docs",
  "runner",
  "examples",
  "schema",
  "workflows",
  "README.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "LICENSE",
  "package.json",
  ...globSync("tsconfig*.json", { cwd: repository })
]

interface Packed {
  readonly filename: string
  readonly size: number
  readonly files: ReadonlyArray<{ readonly path: string; readonly mode: number }>
}

const made = {
  tarball: "",
  packed: { filename: "", size: 0, files: [] } as Packed
}

const run = (
  command: string,
  args: ReadonlyArray<string>,
  cwd: string,
  env: NodeJS.ProcessEnv = process.env
) => {
  const ran = spawnSync(command, args, { cwd, env, encoding: "utf8", maxBuffer: 2 ** 26 })
  assert.strictEqual(ran.status, 0, `${command} ${args.join(" ")}\n${ran.stdout}${ran.stderr}`)
  return ran.stdout
}

/** npm's own output alone, as JSON: what the scripts that it runs print comes before. */
const jsonAtEnd = <A>(text: string): A => JSON.parse(text.slice(text.search(/^\[$|^\{$/mu))) as A

beforeAll(() => {
  const copy = makeRoom("gsd-packed-")
  for (const name of sources) cpSync(join(repository, name), join(copy, name), { recursive: true })
  symlinkSync(join(repository, "node_modules"), join(copy, "node_modules"))
  run(process.execPath, ["scripts/build.ts"], copy)
  const [packed] = jsonAtEnd<ReadonlyArray<Packed>>(run("npm", ["pack", "--json", "--ignore-scripts"], copy))
  assert.isDefined(packed)
  made.packed = packed
  made.tarball = join(copy, packed.filename)
})

describe("npm pack", () => {
  const paths = () => made.packed.files.map(({ path }) => path)

  it("takes what is documented, and nothing of the workshop", () => {
    const roots = new Set(paths().map((path) => path.split("/")[0]))
    assert.sameMembers(
      [...roots],
      [
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "LICENSE",
        "README.md",
        "capabilities",
        "dist",
        "docs",
        "examples",
        "package.json",
        "runner",
        "schema",
        "workflows"
      ]
    )
    const strange = paths().filter(
      (path) =>
        /(?:^|\/)(?:\.git|\.env|node_modules|\.compile-cache)(?:\/|$)|\.(?:map|tsbuildinfo|log|tgz)$/u.test(
          path
        ) ||
        (path.endsWith(".ts") && !path.endsWith(".d.ts") && !path.startsWith("examples/"))
    )
    assert.deepStrictEqual(strange, [])
  })

  it("takes every file that package.json names, with the licences of what is bundled", () => {
    const manifest: {
      readonly bin: Readonly<Record<string, string>>
      readonly exports: Readonly<Record<string, unknown>>
    } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"))
    const named =
      JSON.stringify([manifest.bin, manifest.exports]).match(/(?<=")(?:\.\/)?[\w./-]+\.\w+(?=")/gu) ?? []
    const files = named.map((path) => path.replace(/^\.\//u, "")).filter((path) => path.includes("/"))
    assert.isAbove(files.length, 10)
    assert.deepStrictEqual(
      files.filter((path) => !paths().includes(path) && !path.endsWith(".schema.json")),
      []
    )
    assert.includeMembers(paths(), ["dist/THIRD-PARTY-LICENCES.txt", "dist/gsd.mjs", "dist/cli/main.mjs"])
    const bin = made.packed.files.find(({ path }) => path === "dist/gsd.mjs")
    assert.strictEqual((bin?.mode ?? 0) & 0o111, 0o111)
  })

  it("is at most 2 MB", () => {
    assert.isAtMost(made.packed.size, 2_000_000)
  })

  it("has what its pages link to", () => {
    const files = new Set(paths())
    const isThere = (path: string) =>
      files.has(path) || [...files].some((file) => file.startsWith(`${path}/`))
    const broken = paths()
      .filter((path) => /^(?:docs\/.*|[^/]+)\.md$/u.test(path))
      .flatMap((page) => {
        const text = readFileSync(join(repository, page), "utf8").replaceAll(/^(```+)[^\n]*\n.*?^\1$/gmsu, "")
        return Array.from(text.matchAll(/\]\((?![a-z]+:)([^)#\s]+)/gu), ([, to = ""]) => to)
          .filter((to) => !isThere(join(dirname(page), to).replace(/\/$/u, "")))
          .map((to) => `${page}: ${to}`)
      })
    assert.deepStrictEqual(broken, [])
  })

  it("is right by publint", async () => {
    const { messages, pkg } = await publint({
      pack: { tarball: new Uint8Array(readFileSync(made.tarball)).buffer },
      strict: true,
      level: "suggestion"
    })
    assert.deepStrictEqual(
      messages.map((message) => formatMessage(message, pkg)),
      []
    )
  })

  it("has the right types for every way to import it", async () => {
    const checked = await checkPackage(
      createPackageFromTarballData(new Uint8Array(readFileSync(made.tarball)))
    )
    assert.isTrue(checked.types !== false)
    const problems: ReadonlyArray<Problem> = "problems" in checked ? checked.problems : []
    // ESM only: who requires it, or resolves as Node 10 did, is told by Node itself.
    const relevant = problems.filter(
      (problem) =>
        !(
          "resolutionKind" in problem &&
          (problem.resolutionKind === "node10" || problem.resolutionKind === "node16-cjs")
        )
    )
    assert.deepStrictEqual(
      relevant.map(({ kind }) => kind),
      []
    )
  })
})

/** A program of an application: its own services, its own Effect, and the engine of the package. */
const application = `
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { globalScope, gsdLive, Ledger, list, review } from "gsd-engine"
import { list as alone } from "gsd-engine/pipelines"
import { GsdLive } from "gsd-engine/live"
import { Ledger as same } from "gsd-engine/services"
import { validateCapability } from "gsd-engine/domain"
import { everyFault, gsdMemory } from "gsd-engine/testing"
import { FamilyReport } from "gsd-engine/family"

class Name extends Context.Service<Name, string>()("app/Name") {}

const program = Effect.gen(function* () {
  const rows = yield* list(globalScope)
  const { entries } = yield* (yield* Ledger).read(globalScope)
  const { struck } = yield* everyFault(list(globalScope), { world: () => gsdMemory(), kinds: ["interrupt"] })
  const { lanes } = yield* review({
    scope: globalScope,
    files: { plans: ["plan.md"] },
    wanted: { flags: [], lanes: ["plan-lint"], all: false },
    keep: false,
    html: false,
    tell: () => {}
  })
  return {
    name: yield* Name,
    lanes: lanes.map(({ outcome, slug }) => slug + " " + outcome),
    rows: rows.length,
    entries: entries.size,
    struck: struck.size > 0,
    isOne: alone === list && same === Ledger && Layer.isLayer(GsdLive),
    verdict: validateCapability({ folder: "x", origin: "third-party", raw: {} }).verdict,
    family: typeof FamilyReport
  }
})
const layer = Layer.merge(gsdLive({ root: process.cwd() }), Layer.succeed(Name, "ada"))
console.log(JSON.stringify(await Effect.runPromise(Effect.provide(program, layer))))
`

describe("an application with its own effect", () => {
  const app = { folder: "" }
  const clean = { HOME: "", PATH: process.env["PATH"] ?? "" }

  beforeAll(() => {
    app.folder = makeRoom("gsd-app-")
    clean.HOME = join(app.folder, "home")
    mkdirSync(clean.HOME, { mode: 0o700 })
    const { version }: { readonly version: string } = JSON.parse(
      readFileSync(join(repository, "node_modules/effect/package.json"), "utf8")
    )
    const dependencies = {
      effect: version,
      "@effect/platform-node": version,
      "gsd-engine": `file:${made.tarball}`
    }
    writeFileSync(
      join(app.folder, "package.json"),
      JSON.stringify({ name: "app", version: "1.0.0", private: true, type: "module", dependencies })
    )
    writeFileSync(join(app.folder, "app.mts"), application)
    writeFileSync(join(app.folder, "plan.md"), "# Plan\n\nMigrate the table.\n")
    run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"], app.folder)
  })

  it("gets one copy of effect and of the platform", () => {
    const copies = globSync(
      "**/node_modules/{effect,@effect/platform-node,@effect/platform-node-shared}/package.json",
      {
        cwd: app.folder
      }
    )
    assert.sameMembers(copies, [
      "node_modules/effect/package.json",
      "node_modules/@effect/platform-node/package.json",
      "node_modules/@effect/platform-node-shared/package.json"
    ])
  })

  it("shares one Context with the engine: its services and the engine's go into one program", () => {
    const told = JSON.parse(run(process.execPath, ["app.mts"], app.folder, clean))
    assert.deepStrictEqual(told, {
      name: "ada",
      lanes: ["plan-lint completed"],
      rows: 0,
      entries: 0,
      struck: true,
      isOne: true,
      verdict: "invalid",
      family: "function"
    })
  })

  it("compiles against the types of the package, whatever resolves them", () => {
    const types = join(app.folder, "node_modules/@types/node")
    if (!existsSync(types)) {
      mkdirSync(join(types, ".."), { recursive: true })
      symlinkSync(join(repository, "node_modules/@types/node"), types)
    }
    const flags = "--noEmit --strict --exactOptionalPropertyTypes --types node --target es2023".split(" ")
    const compiler = join(repository, "node_modules/typescript/bin/tsc")
    for (const [module, resolution] of [
      ["nodenext", "nodenext"],
      ["esnext", "bundler"]
    ] as const)
      run(
        process.execPath,
        [compiler, ...flags, "--module", module, "--moduleResolution", resolution, "app.mts"],
        app.folder
      )
  })

  it("has a bin that needs nothing beside it", () => {
    const alone = makeRoom("gsd-bin-")
    const from = realpathSync(join(app.folder, "node_modules/gsd-engine"))
    for (const name of ["dist", "capabilities", "package.json"])
      cpSync(join(from, name), join(alone, name), { recursive: true })
    assert.isFalse(existsSync(join(alone, "node_modules")))
    const gsd = (...args: ReadonlyArray<string>) =>
      run(process.execPath, [join(alone, "dist/gsd.mjs"), ...args], alone, clean)
    assert.match(gsd("--version"), /^\d+\.\d+\.\d+/u)
    assert.deepStrictEqual(JSON.parse(gsd("capability", "list", "--json", "--root", alone)), [])
    assert.match(
      run(join(app.folder, "node_modules/.bin/gsd"), ["--version"], app.folder, clean),
      /^\d+\.\d+\.\d+/u
    )
  })
})
