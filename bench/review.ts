/**
 * Compares reviews by fake lanes with the bare children that they cannot avoid, in one run and in turn, the memory of a
 * review of 80 MiB with one of 1 KiB, and the time in which a tree that ignores TERM is ended; writes its section of
 * bench/results.md. Figures are medians, of the ends of trees the worst. Linux.
 * Run: `npm run build && npm run bench`, or `node bench/review.ts` for this section alone.
 */
import { spawn } from "node:child_process"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { processLimits } from "../src/domain/process/limits.ts"
import { laneManifest } from "./parts/manifest.ts"
import { median, record } from "./parts/results.ts"

const bin = join(import.meta.dirname, "..", "dist", "gsd.mjs")
const work = mkdtempSync(join(tmpdir(), "gsd-bench-"))
const [home, project, bins, starts] = ["home", "project", "bin", "starts"].map((name) =>
  join(work, name)
) as [string, string, string, string]
for (const folder of [home, project, bins, starts]) mkdirSync(folder, { mode: 0o700 })
writeFileSync(join(project, "PLAN.md"), "# Plan\n\n## Task 1: write it\n")

const env = { PATH: `${bins}:${process.env["PATH"] ?? ""}`, HOME: home, STARTS: starts }

/** What a process was. */
interface Run {
  readonly millis: number
  readonly stdout: string
  /** The last line of stderr. */
  readonly lastLine: string
}

const run = (command: string, args: ReadonlyArray<string>, statuses: ReadonlyArray<number> = [0]) =>
  new Promise<Run>((resolve, reject) => {
    const began = performance.now()
    const child = spawn(command, args, { cwd: project, env, stdio: "pipe" })
    let [stdout, stderr] = ["", ""]
    child.stdout.on("data", (text) => (stdout += String(text)))
    child.stderr.on("data", (text) => (stderr += String(text)))
    child.stdin.end("a prompt")
    child.once("error", reject)
    child.once("close", (status) => {
      const millis = performance.now() - began
      if (statuses.includes(status ?? -1))
        resolve({ millis, stdout, lastLine: stderr.split("\n").at(-1) ?? "" })
      else reject(new Error(`${command} ${args.join(" ")} ended with ${status}: ${stderr}`))
    })
  })

const [met, degraded] = [0, 7]

const gsd = (args: ReadonlyArray<string>, options: ReadonlyArray<string> = []) =>
  run(process.execPath, [...options, bin, ...args], [met, degraded])

/** Installs a lane whose program is a script. */
const install = async (slug: string, script: string, timeoutFloorMs = 60_000): Promise<void> => {
  writeFileSync(join(bins, slug), `#!/bin/bash\n${script}\n`)
  chmodSync(join(bins, slug), 0o755)
  const folder = join(work, "src", slug)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "capability.json"), JSON.stringify(laneManifest(slug, timeoutFloorMs)))
  await run(process.execPath, [bin, "capability", "install", folder, "--yes"])
}

const sleepMillis = 2000
const twelve = Array.from({ length: 12 }, (_, index) => `bench-lane-${"abcdefghijkl"[index]}`)
const finding = "- [HIGH] `PLAN.md:3`: nothing verifies what is written. Verdict: concern"

/** Says when it began, to the microsecond, without a further process. */
const sleeper = `echo $EPOCHREALTIME > "$STARTS/\${0##*/}"; cat > /dev/null; sleep ${sleepMillis / 1000}; echo '${finding}'`

const writer = (bytes: number): string => `cat > /dev/null; yes -- '${finding}' | head -c ${bytes}`

const treeLimit = 1000

/** A leader, a child that waits and three that sleep; every one ignores TERM. */
const stubborn = `trap '' TERM; (sleep 60 & sleep 60 & wait) & sleep 60 & wait`

/** Tells the peak of a process, in KiB, as the last line of its stderr. */
const peakProgram = `
  import { readFileSync } from "node:fs"
  process.on("exit", () => {
    process.stderr.write("\\n" + /VmHWM:\\s*(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1])
  })`
const peakHook = ["--import", `data:text/javascript,${encodeURIComponent(peakProgram)}`]

interface Reviewed {
  readonly lanes: ReadonlyArray<{
    readonly slug: string
    readonly outcome: string
    readonly ms: number
    readonly startMs: number
  }>
}

/** The review that was printed; every lane of it ended so. */
const reviewed = ({ stdout }: Run, outcome: string): Reviewed => {
  const review: Reviewed = JSON.parse(stdout)
  const wrong = review.lanes.find((lane) => lane.outcome !== outcome)
  if (wrong !== undefined) throw new Error(`lane ${wrong.slug} ended as ${wrong.outcome}`)
  return review
}

const reviewOf = (slugs: ReadonlyArray<string>): ReadonlyArray<string> => [
  "review",
  "--plan",
  "PLAN.md",
  "--quorum",
  "1",
  "--lanes",
  slugs.join(","),
  "--json"
]

const planOf = (slugs: ReadonlyArray<string>): ReadonlyArray<string> => [
  "review",
  "plan",
  "--plan",
  "PLAN.md",
  "--lanes",
  slugs.join(","),
  "--json"
]

/** Between the first and the last start that the children wrote down. */
const spread = (): number => {
  const times = twelve.map((slug) => Number(readFileSync(join(starts, slug), "utf8")) * 1000)
  return Math.max(...times) - Math.min(...times)
}

type Add = (name: string, value: number) => void

const roundOfTwelve = async (add: Add): Promise<void> => {
  add("start-up", (await gsd(planOf(twelve))).millis)
  const bare = await Promise.all(twelve.map((slug) => run(slug, [])))
  add("bare spread", spread())
  const whole = await gsd(reviewOf(twelve))
  const { lanes } = reviewed(whole, "completed")
  add("wall", whole.millis)
  add("spread", spread())
  const alone = await run(twelve[0] ?? "", [])
  const [one] = reviewed(await gsd(reviewOf(twelve.slice(0, 1))), "completed").lanes
  add("bare alone", alone.millis)
  add("lane alone", one?.ms ?? Number.NaN)
  add("bare", median(bare.map(({ millis }) => millis)))
  add("lane", median(lanes.map(({ ms }) => ms)))
}

const mebi = 1024 * 1024

const roundOfMemory = async (add: Add): Promise<void> => {
  for (const [slug, outcome] of [
    ["bench-little", "completed"],
    ["bench-much", "truncated"]
  ] as const) {
    const done = await gsd(reviewOf([slug]), peakHook)
    reviewed(done, outcome)
    add(slug, Number(done.lastLine) / 1024)
  }
}

/** Running processes that have the folder of this run in their environment, this one aside. */
const left = (): number =>
  readdirSync("/proc").filter((name) => {
    const file = `/proc/${name}/environ`
    if (!/^\d+$/u.test(name) || Number(name) === process.pid || !existsSync(file)) return false
    try {
      return readFileSync(file, "latin1").includes(`STARTS=${starts}`)
    } catch {
      return false
    }
  }).length

const roundOfTree = async (add: Add): Promise<void> => {
  const [lane] = reviewed(await gsd(reviewOf(["bench-tree"])), "timed-out").lanes
  add("survivors", left())
  add("tree", (lane?.ms ?? Number.NaN) - treeLimit - processLimits.graceMillis)
}

const rounds = 7
const treeRounds = 3

const measured = async (): Promise<ReadonlyMap<string, ReadonlyArray<number>>> => {
  const found = new Map<string, Array<number>>()
  const add: Add = (name, value) => found.set(name, [...(found.get(name) ?? []), value])
  for (const slug of twelve) await install(slug, sleeper)
  await install("bench-little", writer(1024))
  await install("bench-much", writer(80 * mebi))
  await install("bench-tree", stubborn, treeLimit)
  await gsd(reviewOf(twelve.slice(0, 1)))
  for (let round = 0; round < rounds; round += 1) {
    await roundOfTwelve(add)
    await roundOfMemory(add)
  }
  for (let round = 0; round < treeRounds; round += 1) await roundOfTree(add)
  return found
}

const sectionOf = (found: ReadonlyMap<string, ReadonlyArray<number>>): string => {
  const of = (name: string) => median(found.get(name) ?? [])
  const most = (name: string) => Math.max(...(found.get(name) ?? []))
  const one = (value: number) => value.toFixed(1)
  const above = ((of("bench-much") - of("bench-little")) * mebi) / 1_000_000
  return `## Reviews

Medians of ${rounds} rounds in turn, of trees the worst of ${treeRounds}, Node ${process.version}, ${process.platform} ${process.arch}, load ${one(loadavg()[0] ?? 0)} at the end.
Start-up is \`gsd review plan\` of the same lanes.

| what | ms | goal |
| --- | ---: | ---: |
| start-up | ${one(of("start-up"))} | |
| review by twelve lanes of 2 s | ${one(of("wall"))} | |
| over start-up and 2 s | ${one(of("wall") - of("start-up") - sleepMillis)} | 150 |
| between the first and the last start | ${one(of("spread"))} | 50 |
| the same of twelve bare children | ${one(of("bare spread"))} | |
| one lane over the bare child | ${one(of("lane alone") - of("bare alone"))} | 20 |
| each of twelve over each of twelve bare children | ${one(of("lane") - of("bare"))} | 20 |
| end of a tree of five that ignores TERM, over timeout and grace | ${one(most("tree"))} | 100 |
| processes that were left of them | ${most("survivors")} | 0 |

| output of the lane | peak MiB | MB above 1 KiB | goal |
| --- | ---: | ---: | ---: |
| 1 KiB | ${one(of("bench-little"))} | 0.0 | |
| 80 MiB | ${one(of("bench-much"))} | ${one(above)} | 24 |
`
}

try {
  record(sectionOf(await measured()))
} finally {
  rmSync(work, { recursive: true, force: true })
}
