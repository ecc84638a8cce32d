/**
 * Compares judging manifests with reading their JSON, and sets of growing size with each other, all within one
 * process and one run, each in turn; writes its section of bench/results.md. Figures are medians; ratios
 * hold on a busy machine, single times do not.
 * Run: `npm run bench`, or `node bench/validate.ts` for this section alone.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { validateManifest } from "../src/domain/capability/validateManifest.ts"
import { judgeSet, type SetInput } from "../src/domain/registry/judgeSet.ts"
import { record } from "./parts/results.ts"

const folder = join(import.meta.dirname, "..", "test", "data", "first-party")
const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"))

interface Shipped {
  readonly id: string
}

/** Whole sets, a thousand manifests at least. */
const count = Math.ceil(1000 / texts.length) * texts.length
const repeated = Array.from({ length: count }, (_, index) => texts[index % texts.length] ?? "")
const parsed = repeated.map((text) => JSON.parse(text) as Shipped)
const context = { hostVersion: "1.14.0" }

const firstParty = (raw: Shipped): SetInput => ({ folder: raw.id, raw, origin: "first-party" })
const sets = Array.from({ length: count / texts.length }, (_, index) =>
  parsed.slice(index * texts.length, (index + 1) * texts.length).map(firstParty)
)

const flag = { type: "boolean", default: true, description: "Turns it on." }

/** An overlay that has a bit of everything; three of four require the one before and take what it makes. */
const overlay = (index: number): SetInput => {
  const id = `bench-${index}`
  const before = index % 4 === 0 ? [] : [index - 1]
  const step = {
    point: "plan:pre",
    ref: { skill: `${id}-scan` },
    produces: [`BENCH-${index}.md`],
    consumes: ["CONTEXT.md", ...before.map((other) => `BENCH-${other}.md`)],
    onError: "skip"
  }
  const raw = {
    id,
    role: "feature",
    version: "1.0.0",
    title: "Bench",
    description: "Bench",
    tier: "full",
    requires: before.map((other) => `bench-${other}`),
    runtimeCompat: { supported: ["*"], unsupported: [] },
    skills: [`${id}-scan`, `${id}-report`],
    agents: [`${id}-reader`],
    config: { [`bench_${index}.on`]: flag },
    steps: [step],
    contributions: [],
    gates: [],
    commands: [{ family: id, module: "main.cjs", router: "route" }]
  }
  return { folder: id, raw, origin: "overlay" }
}

const valid = (judged: { readonly verdict: string }): void => {
  if (judged.verdict !== "valid") throw new Error(`what is measured must be valid, not ${judged.verdict}`)
}

const sizes = [100, 500, 1000, 4000] as const
const tasks = new Map<string, () => void>([
  ["parse", () => repeated.forEach((text) => JSON.parse(text))],
  [
    "alone",
    () => parsed.forEach((raw) => valid(validateManifest({ folder: raw.id, raw, origin: "first-party" })))
  ],
  ["in sets", () => sets.forEach((set) => valid(judgeSet(set, context)))],
  ...sizes.map((size) => {
    const inputs = Array.from({ length: size }, (_, index) => overlay(index))
    return [`set of ${size}`, () => valid(judgeSet(inputs, context))] as const
  })
])

const rounds = 15
const warmup = 3
const times = new Map([...tasks.keys()].map((name) => [name, [] as Array<number>]))
for (let round = -warmup; round < rounds; round += 1)
  for (const [name, run] of tasks) {
    const start = performance.now()
    run()
    if (round >= 0) times.get(name)?.push(performance.now() - start)
  }

const median = (name: string): number =>
  (times.get(name) ?? []).toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
const ms = (name: string): string => median(name).toFixed(1)
const over = (name: string, base: string): string => (median(name) / median(base)).toFixed(2)
const rate = (name: string): string => (Math.round(count / median(name)) * 1000).toLocaleString("en")

const section = `## Manifests

Medians of ${rounds} rounds in one process, Node ${process.version}, ${process.platform} ${process.arch}; ${count.toLocaleString("en")} manifests
are the first-party ones of \`test/data\` again and again, ${(repeated.join("").length / 1e6).toFixed(1)} MB.

| what | ms | × \`JSON.parse\` | manifests/s |
| --- | ---: | ---: | ---: |
| \`JSON.parse\` | ${ms("parse")} | 1.00 | ${rate("parse")} |
| each judged alone | ${ms("alone")} | ${over("alone", "parse")} | ${rate("alone")} |
| judged in sets of ${texts.length} | ${ms("in sets")} | ${over("in sets", "parse")} | ${rate("in sets")} |

Goal: alone at most 20 ×. The public validator is published at 105,000 manifests/s alone and 86,000/s with one set
check, on another machine.

| overlays in one set | ms | × 1,000 overlays |
| --- | ---: | ---: |
${sizes.map((size) => `| ${size} | ${ms(`set of ${size}`)} | ${over(`set of ${size}`, "set of 1000")} |`).join("\n")}

Goal: 4,000 at most 5 × 1,000.
`

record(section)
