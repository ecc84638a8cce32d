import { chmodSync, mkdirSync, writeFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { assert } from "vitest"
import { gsd, installed, write, type RunOptions, type World } from "./world.ts"

/** What a fake lane is like. */
export interface FakeLane {
  readonly slug: string
  /** Lines of `sh` that are its program. */
  readonly script: string
  readonly promptChannel?: "stdin" | "none" | "argv"
  readonly args?: ReadonlyArray<string>
}

const binOf = (world: World): string => join(world.root, "bin")

/** The environment in which fake lanes are found. */
export const withLanes = (world: World, more: Readonly<Record<string, string>> = {}): RunOptions => ({
  env: { PATH: `${binOf(world)}${delimiter}${process.env["PATH"] ?? ""}`, ...more }
})

/** Puts a program on the PATH of `withLanes`. */
export const program = (world: World, name: string, script: string): void => {
  mkdirSync(binOf(world), { recursive: true })
  writeFileSync(join(binOf(world), name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(binOf(world), name), 0o755)
}

const title = (slug: string): string => slug.replaceAll("-", " ")

const manifestOf = (slug: string, reviewer: object, config: object): string =>
  JSON.stringify({
    id: `lane-${slug}`,
    role: "reviewer",
    version: "1.0.0",
    title: `Lane ${title(slug)}`,
    description: `A lane of the tests, ${title(slug)}.`,
    tier: "standard",
    requires: [],
    engines: { gsd: ">=1.0.0" },
    reviewer: {
      slug,
      flags: [`--${slug}`],
      timeoutFloorMs: 20_000,
      timeoutConfigKey: null,
      emptyOutput: "stub-with-stderr",
      reviewsSection: `Lane ${title(slug)}`,
      evidenceClass: "source-grounded",
      requiresBinaries: [],
      promptBudgetKey: null,
      modelConfigKey: null,
      effortConfigKey: null,
      defaultEffort: null,
      handler: null,
      ...reviewer
    },
    config
  })

const folderOf = (world: World, slug: string, reviewer: object, config = {}): string =>
  write(world, `lane-${slug}`, { "capability.json": manifestOf(slug, reviewer, config) })

const install = (world: World, slug: string, reviewer: object, config = {}): void => {
  const folder = folderOf(world, slug, reviewer, config)
  const ran = installed(world, folder)
  assert.strictEqual(ran.code, 0, ran.stdout + ran.stderr)
}

/** Installs a lane of another maker whose program is a script. */
export const installLane = (
  world: World,
  { args = [], promptChannel = "stdin", script, slug }: FakeLane
): void => {
  program(world, `fake-${slug}`, script)
  install(world, slug, {
    transport: "spawn",
    probe: { kind: "command-exists", binary: `fake-${slug}` },
    invoke: {
      binary: `fake-${slug}`,
      args,
      promptChannel,
      outputChannel: "stdout",
      modelArg: null,
      effortChannel: "none"
    }
  })
}

/** A lane that brings its programs along. */
export interface BundledLane {
  readonly slug: string
  /** Its program, as the manifest names it. */
  readonly binary: string
  /** Program that is looked for; that of the run when left out. */
  readonly probed?: string
  /** Word of its help; the program is only looked for when left out. */
  readonly needle?: string
  readonly required?: ReadonlyArray<string>
  /** Lines of `sh` by their path in the bundle. */
  readonly files: Readonly<Record<string, string>>
}

/** Writes the folder of a lane whose programs are files of it. */
export const writeBundledLane = (world: World, lane: BundledLane): string => {
  const { binary, files, needle, probed = binary, required = [], slug } = lane
  folderOf(world, slug, {
    transport: "spawn",
    requiresBinaries: required,
    probe:
      needle === undefined
        ? { kind: "command-exists", binary: probed }
        : { kind: "command-capability", binary: probed, needle, timeoutMs: 5000 },
    invoke: {
      binary,
      args: [],
      promptChannel: "stdin",
      outputChannel: "stdout",
      modelArg: null,
      effortChannel: "none"
    }
  })
  const scripts = Object.entries(files).map(([path, script]) => [path, `#!/bin/sh\n${script}\n`] as const)
  return write(world, `lane-${slug}`, Object.fromEntries(scripts))
}

/** Installs it. */
export const installBundledLane = (world: World, lane: BundledLane): void => {
  const ran = installed(world, writeBundledLane(world, lane))
  assert.strictEqual(ran.code, 0, ran.stdout + ran.stderr)
}

/** Installs a lane of another maker that asks the endpoint at `review.<slug>_host`. */
export const installEndpoint = (world: World, slug: string): void => {
  const hostConfigKey = `review.${slug}_host`
  install(
    world,
    slug,
    {
      transport: "openai-http",
      probe: { kind: "http-reachable", hostConfigKey, path: "/v1/models", timeoutMs: 2000 },
      invoke: {
        hostConfigKey,
        path: "/v1/chat/completions",
        modelDiscovery: "none",
        fallbackModel: "tiny",
        effortChannel: "none"
      }
    },
    { [hostConfigKey]: { type: "string", default: "", description: "Address of the endpoint." } }
  )
}

/** Writes files of the project, from the root of the repository. */
export const put = (world: World, files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(world.work, name)), { recursive: true })
    writeFileSync(join(world.work, name), text)
  }
}

/** Path of the plan that is reviewed. */
export const plan = "plans/01-01-PLAN.md"

/** A plan of three lines, so that reviews can cite them. */
export const putPlan = (world: World): void => put(world, { [plan]: "# Plan\n\n## Task 1: write it\n" })

/** A review with one finding at a line of the plan, as a script prints it. */
export const concern = (text: string, line = 3): string =>
  `cat > /dev/null; printf '%s\\n' '## 01-01' '### Concerns' '- [HIGH] \`${plan}:${line}\`: ${text}. Verdict: concern'`

/** JSON that `gsd review --json` printed. */
export interface Reviewed {
  readonly runId: string
  readonly verdict: string
  readonly quorum: number
  readonly reviewsPath: string
  readonly warnings: ReadonlyArray<string>
  readonly findings: ReadonlyArray<{ readonly standing: string; readonly severity: string | null }>
  readonly lanes: ReadonlyArray<{
    readonly slug: string
    readonly id: string
    readonly outcome: string
    readonly ok: boolean
    readonly reason?: string
    readonly ms: number
    readonly bytes: number
  }>
}

/** Runs a review as JSON. */
export const reviewed = (
  world: World,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {}
) => {
  const ran = gsd(world, ["review", "--plan", plan, "--json", ...args], withLanes(world, env))
  const document: Reviewed = JSON.parse(ran.stdout)
  return { ...ran, document }
}
