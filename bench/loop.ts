/**
 * Compares `gsd loop render plan:pre` with the same Node's `-e 0` and with `gsd --version`, in one run and in turn: over
 * nothing installed, and over many overlays, the first time in a home and with what was kept; writes its section of
 * bench/results.md. Figures are medians; CPU is user and system time of the whole process, which a busy machine bears
 * better. Run: `npm run build && npm run bench`, or `node bench/loop.ts` for this section alone.
 */
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { overlaysOf, writeHome } from "../test/support/overlayHome.ts"
import { median, record } from "./parts/results.ts"

const bin = join(import.meta.dirname, "..", "dist", "gsd.mjs")
const work = mkdtempSync(join(tmpdir(), "gsd-bench-"))
const sizes = [100, 500, 1000] as const
/** Homes for the first load alone, whose growth is told. */
const coldSizes = [250, 500, 1000, 2000] as const
const rounds = 15
const coldRounds = 3
const warmup = 2

interface Run {
  readonly millis: number
  readonly cpu: number
}

/** Tells the process' own CPU time, in milliseconds, as the last line of its stderr. */
const cpuProgram = `
  process.on("exit", () => {
    const { system, user } = process.cpuUsage()
    process.getBuiltinModule("node:fs").writeSync(2, "\\n" + (system + user) / 1000)
  })`
const cpuHook = `data:text/javascript,${encodeURIComponent(cpuProgram)}`

const once = (args: ReadonlyArray<string>, home: string) => {
  const began = performance.now()
  const done = spawnSync(process.execPath, args, {
    cwd: home,
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "", HOME: home },
    maxBuffer: 64 * 1024 * 1024
  })
  if (done.status !== 0) throw new Error(`${args.join(" ")} ended with ${done.status}: ${done.stderr}`)
  return { millis: performance.now() - began, stderr: done.stderr }
}

/** Time of one process, and CPU time of another one. */
const run = (args: ReadonlyArray<string>, home: string): Run => ({
  millis: once(args, home).millis,
  cpu: Number(
    once(["--import", cpuHook, ...args], home)
      .stderr.split("\n")
      .at(-1)
  )
})

const homeOf = (count: number): string => {
  const home = join(work, `home-${count}`)
  mkdirSync(home)
  if (count > 0) writeHome(home, overlaysOf(count))
  return home
}

const render = (form: "json" | "markdown") => [bin, "loop", "render", "plan:pre", `--${form}`]

const found = new Map<string, Array<Run>>()
const note = (name: string, one: Run): void => void found.set(name, [...(found.get(name) ?? []), one])
const of = (name: string, what: keyof Run): number => median((found.get(name) ?? []).map((one) => one[what]))

const cacheOf = (home: string): string => join(home, ".gsd", "cache")

try {
  const homes = new Map([0, ...new Set([...sizes, ...coldSizes])].map((count) => [count, homeOf(count)]))
  const at = (count: number): string => homes.get(count) ?? ""
  // Nothing is kept of files that are newer than two seconds.
  spawnSync(process.execPath, ["-e", "setTimeout(() => {}, 3000)"])
  for (let round = 0; round < coldRounds; round += 1)
    for (const count of coldSizes) {
      rmSync(cacheOf(at(count)), { recursive: true, force: true })
      const { millis } = once(render("json"), at(count))
      note(`first ${count}`, { millis, cpu: Number.NaN })
    }
  for (const count of sizes) once(render("json"), at(count))
  for (let round = -warmup; round < rounds; round += 1) {
    const add = round < 0 ? () => {} : note
    add("empty", run(["-e", "0"], at(0)))
    add("version", run([bin, "--version"], at(0)))
    for (const form of ["json", "markdown"] as const)
      for (const count of [0, ...sizes]) add(`${form} ${count}`, run(render(form), at(count)))
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}

const ms = (value: number): string => value.toFixed(1)

const row = (label: string, name: string): string => {
  const [millis, cpu] = [of(name, "millis"), of(name, "cpu")]
  const over = (what: keyof Run): string => ms(of(name, what) - of("version", what))
  const times = (what: keyof Run): string => (of(name, what) / of("empty", what)).toFixed(2)
  return `| ${label} | ${ms(millis)} | ${times("millis")} | ${over("millis")} | ${ms(cpu)} | ${times("cpu")} | ${over("cpu")} |`
}

const first = (count: number): number => of(`first ${count}`, "millis")

record(`## Loop

Medians of ${rounds} runs in turn, Node ${process.version}, ${process.platform} ${process.arch}, load ${loadavg()[0]?.toFixed(1)} at the end. An overlay has a step, a
contribution and a gate, spread over the twelve points, and two keys; what was composed is kept but for the first load.

| what | ms | × \`node -e 0\` | over \`--version\` | CPU ms | × | over |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
${row("node -e 0", "empty")}
${row("gsd --version", "version")}
${[0, ...sizes].map((count) => row(`gsd loop render plan:pre --json (${count} overlays)`, `json ${count}`)).join("\n")}
${[0, ...sizes].map((count) => row(`gsd loop render plan:pre --markdown (${count} overlays)`, `markdown ${count}`)).join("\n")}

Goals: without overlays at most 3 ×; with 1,000 at most 100 ms over start-up.

| first load of | ms | ms per overlay | × 1,000 overlays |
| --- | ---: | ---: | ---: |
${coldSizes.map((count) => `| ${count} | ${ms(first(count))} | ${(first(count) / count).toFixed(2)} | ${(first(count) / first(1000)).toFixed(2)} |`).join("\n")}

Goal: linear.
`)
