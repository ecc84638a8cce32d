/**
 * Compares what loads nothing, and `gsd capability list` over many installed capabilities, with the same Node's `-e 0`, in
 * one run and in turn, with a warm cache; writes its section of bench/results.md. Figures are medians; CPU is user and system time of the whole
 * process, which a busy machine bears better.
 * Run: `npm run build && npm run bench`, or `node bench/lists.ts` for this section alone.
 */
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { writeHome, type Files } from "../test/support/overlayHome.ts"
import { plainManifest } from "./parts/manifest.ts"
import { median, record } from "./parts/results.ts"

const sizes = [0, 2, 125, 250, 500, 1000, 2000] as const
const told = 500
const rounds = 15
const warmup = 2
/** Nothing is remembered of what is newer. */
const settleMillis = 2500

const work = mkdtempSync(join(tmpdir(), "gsd-bench-"))
const bin = join(import.meta.dirname, "..", "dist", "gsd.mjs")

/** A capability of three files, none of which meets those of another. */
const overlay = (index: number): readonly [string, Files] => {
  const id = `bench-${index}`
  const manifest = {
    ...plainManifest(id),
    skills: [`${id}-s`],
    hooks: [{ event: "SessionStart", script: "hooks/a.sh" }]
  }
  return [
    id,
    {
      "capability.json": JSON.stringify(manifest, null, 2),
      [`skills/${id}-s/SKILL.md`]: `---\nname: ${id}-s\ndescription: x\n---\nx\n`,
      "hooks/a.sh": "#!/bin/sh\nexit 0\n"
    }
  ]
}

const makeHome = (size: number): string => {
  const home = join(work, `home-${size}`)
  mkdirSync(home)
  writeHome(home, new Map(Array.from({ length: size }, (_, index) => overlay(index))))
  return home
}

interface Run {
  readonly millis: number
  readonly cpu: number
}

/** One process as a shell sees it: a shell can tell the CPU time of a child. */
const once = (home: string, args: ReadonlyArray<string>): Run => {
  const script = 'TIMEFORMAT="%3R %3U %3S"; time "$@" > out'
  const done = spawnSync("bash", ["-c", script, "bash", process.execPath, ...args], {
    cwd: home,
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "", HOME: home }
  })
  const [real = "", user = "", system = ""] = done.stderr.trim().split(" ")
  if (done.status !== 0) throw new Error(`${args.join(" ")} ended with ${done.status}: ${done.stderr}`)
  return { millis: Number(real) * 1000, cpu: (Number(user) + Number(system)) * 1000 }
}

const starts = [
  ["--version"],
  ["--version", "--json"],
  ["--help"],
  [],
  ["capability", "install", "--help"],
  ["schema", "capability"]
]

const json = [bin, "capability", "list", "--json"]

const contestants = (homes: ReadonlyMap<number, string>) =>
  [
    { name: "node -e 0", size: 0, args: ["-e", "0"] },
    ...starts.map((words) => ({ name: ["gsd", ...words].join(" "), size: 0, args: [bin, ...words] })),
    ...sizes.map((size) => ({
      name: `gsd capability list --json (${size} installed)`,
      size,
      args: json
    })),
    { name: `gsd capability list (${told} installed)`, size: told, args: json.slice(0, -1) }
  ].map((one) => ({ ...one, home: homes.get(one.size) ?? work, runs: new Array<Run>() }))

const measured = async () => {
  const homes = new Map(sizes.map((size) => [size, makeHome(size)]))
  const all = contestants(homes)
  // What each capability is, then the list as a whole.
  for (let time = 0; time < 2; time += 1) {
    await setTimeout(settleMillis)
    for (const { args, home } of all) once(home, args)
  }
  for (let round = -warmup; round < rounds; round += 1)
    for (const { args, home, runs } of all) {
      const run = once(home, args)
      if (round >= 0) runs.push(run)
    }
  return all
}

const all = await measured().finally(() => rmSync(work, { recursive: true, force: true }))

const [bare] = all
const of = (runs: ReadonlyArray<Run>, key: keyof Run): number => median(runs.map((run) => run[key]))
const ratio = (runs: ReadonlyArray<Run>, key: keyof Run): string =>
  (of(runs, key) / of(bare?.runs ?? [], key)).toFixed(2)

const rows = all.map(
  ({ name, runs }) =>
    `| ${name} | ${of(runs, "millis").toFixed(1)} | ${ratio(runs, "millis")} | ${of(runs, "cpu").toFixed(1)} | ${ratio(runs, "cpu")} |`
)

const section = `## Starts and lists

Medians of ${rounds} runs in turn, a warm cache, overlays of three files, Node ${process.version}, ${process.platform}
${process.arch}, load ${(loadavg()[0] ?? 0).toFixed(1)} at the end.

| what | ms | × \`node -e 0\` | CPU ms | × \`node -e 0\` |
| --- | ---: | ---: | ---: | ---: |
${rows.join("\n")}

Goals: what loads nothing at most 1.6 ×, a list of ${told} at most 3 ×, and each overlay costs the same however many there are.
`

record(section)
