import { spawnSync } from "node:child_process"
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

interface Planted {
  readonly what: string
  /** `#` stands for the case's number, so that all cases live in one tree and one run lints them. */
  readonly file: string
  readonly text: string
  /** The rule that must report it; null: the file is clean. */
  readonly rule: string | null
  readonly also?: Readonly<Record<string, string>>
}

const use = (specifier: string) => `import * as Used from "${specifier}"\nexport const used = Used\n`
const useType = (specifier: string) =>
  `import type * as Used from "${specifier}"\nexport type used = typeof Used\n`
const lines = (count: number) => Array.from({ length: count }, (_, at) => `  n += ${at}`).join("\n")
const longFunction = (count: number) => `export const f = (n: number) => {\n${lines(count)}\n  return n\n}\n`

const rooms = "gsd(rooms)"
const globals = "eslint(no-restricted-globals)"

const imports: ReadonlyArray<readonly [file: string, specifier: string, rule: string | null]> = [
  ["src/domain/a#/b.ts", "effect/Schema", null],
  ["src/domain/a#/b.ts", "../c.ts", null],
  ["src/domain/a#/b.ts", "effect/Effect", rooms],
  ["src/domain/a#/b.ts", "effect/FileSystem", rooms],
  ["src/domain/a#/b.ts", "effect/Stream", rooms],
  ["src/domain/a#/b.ts", "effect/Layer", rooms],
  ["src/domain/a#/b.ts", "effect", rooms],
  ["src/domain/a#/b.ts", "node:path", rooms],
  ["src/domain/a#/b.ts", "../../services/Lock.ts", rooms],
  ["src/domain/a#/b.ts", "../../layers/LockFile.ts", rooms],
  ["src/domain/a#/b.ts", "../c.js", rooms],
  ["src/domain/a#/b.ts", "../c", rooms],
  ["src/domain/a#/b.ts", "../../../test/support/build.ts", rooms],
  ["src/domain/a#/b.ts", "semver", rooms],
  ["src/domain/version/range.ts", "semver", null],
  ["src/domain/a#/b.ts", "jsonc-parser", rooms],
  ["src/domain/json/scan.ts", "jsonc-parser", null],
  ["src/domain/a#/b.ts", "@noble/hashes/sha2.js", rooms],
  ["src/domain/hash.ts", "@noble/hashes/sha2.js", null],
  ["src/domain/a#/b.ts", "diff", rooms],
  ["src/domain/text/diff.ts", "diff", null],
  ["src/services/A#.ts", "effect/Context", null],
  ["src/services/A#.ts", "../domain/c.ts", null],
  ["src/services/A#.ts", "effect/Effect", rooms],
  ["src/services/A#.ts", "effect/process", rooms],
  ["src/services/A#.ts", "../layers/LockFile.ts", rooms],
  ["src/services/A#.ts", "../pipelines/install.ts", rooms],
  ["src/services/A#.ts", "node:fs", rooms],
  ["src/services/A#.ts", "@effect/platform-node/NodeFileSystem", rooms],
  ["src/pipelines/a#.ts", "effect/Effect", null],
  ["src/pipelines/a#.ts", "../services/Lock.ts", null],
  ["src/pipelines/a#.ts", "../layers/LockFile.ts", rooms],
  ["src/pipelines/a#.ts", "../cli/render/table.ts", rooms],
  ["src/pipelines/a#.ts", "effect/cli", rooms],
  ["src/pipelines/a#.ts", "effect/process", rooms],
  ["src/pipelines/a#.ts", "node:fs/promises", rooms],
  ["src/pipelines/a#.ts", "semver", rooms],
  ["src/layers/A#.ts", "node:fs", null],
  ["src/layers/A#.ts", "@effect/platform-node/NodeFileSystem", null],
  ["src/layers/A#.ts", "../services/Lock.ts", null],
  ["src/layers/A#.ts", "@effect/platform-node", rooms],
  ["src/layers/A#.ts", "../pipelines/install.ts", rooms],
  ["src/layers/A#.ts", "../cli/render/table.ts", rooms],
  ["src/cli/commands/a#.ts", "effect/cli/Command", null],
  ["src/cli/commands/a#.ts", "../../pipelines/install.ts", null],
  ["src/cli/commands/a#.ts", "../render/table.ts", null],
  ["src/cli/commands/a#.ts", "../../layers/LockFile.ts", rooms],
  ["src/cli/commands/a#.ts", "../main.ts", rooms],
  ["src/cli/commands/a#.ts", "node:process", rooms],
  ["src/cli/render/a#.ts", "../../domain/c.ts", null],
  ["src/cli/render/a#.ts", "../commands/install.ts", rooms],
  ["src/cli/render/a#.ts", "../../layers/LockFile.ts", rooms],
  ["src/cli/render/a#.ts", "node:os", rooms],
  ["src/cli/flags#.ts", "effect/cli/Flag", null],
  ["src/cli/flags#.ts", "../layers/LockFile.ts", rooms],
  ["src/cli/flags#.ts", "node:os", rooms],
  ["src/cli/main#.ts", "../layers/LockFile.ts", null],
  ["src/cli/main#.ts", "node:module", null],
  ["src/cli/main#.ts", "effect", rooms],
  ["src/index.ts", "./layers/LockFile.ts", null],
  ["src/testing.ts", "./layers/LockFile.ts", null],
  ["src/other/a.ts", "effect/Schema", rooms]
]

const typeImports: ReadonlyArray<readonly [file: string, specifier: string, rule: string | null]> = [
  ["src/domain/a#/b.ts", "effect/Effect", rooms],
  ["src/domain/a#/b.ts", "../../layers/LockFile.ts", rooms],
  ["src/services/A#.ts", "effect/Effect", null],
  ["src/services/A#.ts", "node:fs", rooms],
  ["src/pipelines/a#.ts", "../layers/LockFile.ts", rooms]
]

const pure = ["src/domain/a#/b.ts", "src/services/A#.ts", "src/pipelines/a#.ts", "src/cli/commands/a#.ts"]

const constructs: ReadonlyArray<Planted> = [
  ...[
    ["new Date()", globals],
    ["setTimeout(String, 1)", globals],
    ["process.env", globals],
    ["globalThis", globals],
    ["Math.random()", "eslint(no-restricted-properties)"],
    ["console.log(1)", "eslint(no-console)"]
  ].flatMap(([code = "", rule = ""]) => [
    ...pure.map((file) => ({ what: code, file, text: `export const now = () => ${code}\n`, rule })),
    ...["src/layers/A#.ts", "src/cli/main#.ts"].map((file) => ({
      what: code,
      file,
      text: `export const now = () => ${code}\n`,
      rule: null
    }))
  ]),
  ...pure.flatMap((file) => [
    {
      what: "throw",
      file,
      text: `export const f = () => {\n  throw new Error("no")\n}\n`,
      rule: "gsd(no-throw)"
    },
    {
      what: "try",
      file,
      text: `export const f = (g: () => number) => {\n  try {\n    return g()\n  } catch {\n    return 0\n  }\n}\n`,
      rule: "gsd(no-throw)"
    }
  ]),
  {
    what: "any",
    file: "src/domain/a#/b.ts",
    text: "export const f = (x: any): unknown => x\n",
    rule: "typescript(no-explicit-any)"
  },
  {
    what: "a default export",
    file: "src/domain/a#/b.ts",
    text: "export default 1\n",
    rule: "import(no-default-export)"
  },
  {
    what: "export *",
    file: "src/domain/a#/b.ts",
    text: `export * from "../c.ts"\n`,
    rule: "gsd(no-barrel)"
  },
  {
    what: "an inline import type",
    file: "src/domain/a#/b.ts",
    text: `export type Path = import("node:path").PlatformPath\n`,
    rule: rooms
  },
  {
    what: "import() of a layer",
    file: "src/pipelines/a#.ts",
    text: `export const late = () => import("../layers/LockFile.ts")\n`,
    rule: rooms
  },
  {
    what: "import() of a variable",
    file: "src/pipelines/a#.ts",
    text: `export const late = (at: string) => import(at)\n`,
    rule: rooms
  },
  {
    what: "a re-export across rooms",
    file: "src/domain/a#/b.ts",
    text: `export { used } from "../../services/Lock.ts"\n`,
    rule: rooms
  },
  {
    what: "a cycle of types",
    file: "src/domain/a#/b.ts",
    text: `import type { Other } from "./other.ts"\nexport interface Here {\n  readonly other: Other\n}\n`,
    rule: "import(no-cycle)",
    also: {
      "src/domain/a#/other.ts": `import type { Here } from "./b.ts"\nexport interface Other {\n  readonly here: Here\n}\n`
    }
  },
  {
    what: "four parameters",
    file: "src/domain/a#/b.ts",
    text: "export const f = (a: number, b: number, c: number, d: number) => a + b + c + d\n",
    rule: "eslint(max-params)"
  },
  {
    what: "301 lines",
    file: "src/domain/a#/b.ts",
    text: Array.from({ length: 301 }, (_, at) => `export const n${at} = ${at}`).join("\n"),
    rule: "eslint(max-lines)"
  },
  {
    what: "a function of 41 lines",
    file: "src/domain/a#/b.ts",
    text: longFunction(38),
    rule: "eslint(max-lines-per-function)"
  },
  { what: "a function of 40 lines", file: "src/domain/a#/b.ts", text: longFunction(37), rule: null },
  {
    what: "a layer function of 41 lines of its own",
    file: "src/layers/A#.ts",
    text: longFunction(38),
    rule: "gsd(own-lines)"
  },
  {
    what: "a layer of two methods with 30 lines each",
    file: "src/layers/A#.ts",
    text: `export const make = () => {\n${["a", "b"]
      .map((name) => `const ${name} = (n: number) => {\n${lines(28)}\n  return n\n}`)
      .join("\n")}\nreturn { a, b }\n}\n`,
    rule: null
  }
]

const cases: ReadonlyArray<Planted> = [
  ...imports.map(([file, specifier, rule]) => ({ what: specifier, file, text: use(specifier), rule })),
  ...typeImports.map(([file, specifier, rule]) => ({
    what: `the types of ${specifier}`,
    file,
    text: useType(specifier),
    rule
  })),
  ...constructs
]

const repository = dirname(import.meta.dirname)
const oxlint = join(repository, "node_modules/oxlint/bin/oxlint")

interface Finding {
  readonly code: string
  readonly filename: string
}

const numbered = (file: string, at: number) => file.replace("#", String(at))

const plant = (root: string, planted: Planted, at: number) => {
  for (const [name, text] of Object.entries({ [planted.file]: planted.text, ...planted.also })) {
    const file = join(root, numbered(name, at))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { flag: "wx" })
  }
}

/** Plants every case in one throwaway tree under the project's own configuration, and lints it once. */
const lint = (root: string): ReadonlyArray<Finding> => {
  cases.forEach((planted, at) => plant(root, planted, at))
  copyFileSync(join(repository, ".oxlintrc.json"), join(root, ".oxlintrc.json"))
  symlinkSync(join(repository, "scripts"), join(root, "scripts"))
  const options = { cwd: root, encoding: "utf8", maxBuffer: 1e8 } as const
  const run = spawnSync(process.execPath, [oxlint, "--deny-warnings", "--format=json", "src"], options)
  assert.strictEqual(run.status, 1, run.stderr)
  const report: { readonly diagnostics: ReadonlyArray<Finding> } = JSON.parse(run.stdout)
  return report.diagnostics
}

describe("lint", () => {
  const root = mkdtempSync(join(tmpdir(), "gsd-lint-"))
  let findings: ReadonlyArray<Finding> = []

  beforeAll(() => {
    findings = lint(root)
  }, 60_000)

  afterAll(() => rmSync(root, { recursive: true, force: true }))

  cases.forEach((planted, at) => {
    it(`${planted.rule === null ? "allows" : "reports"} ${planted.what} in ${planted.file}`, () => {
      const file = numbered(planted.file, at)
      const found = findings.filter((finding) => finding.filename === file).map((finding) => finding.code)
      if (planted.rule === null) assert.deepStrictEqual(found, [])
      else assert.include(found, planted.rule)
    })
  })
})
