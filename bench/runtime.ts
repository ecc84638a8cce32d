/**
 * Compares `gsd runtime apply` of 46 generated features with two skills each to one runtime with a plain recursive copy of
 * the same bytes in which every file and directory is fsynced, in one run and in turn, each time into a fresh home;
 * writes its section of bench/results.md. Figures are medians.
 * Run: `npm run build && npm run bench`, or `node bench/runtime.ts` for this section alone.
 */
import { spawnSync } from "node:child_process"
import {
  closeSync,
  cpSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { writeHome, type Files } from "../test/support/overlayHome.ts"
import { plainManifest } from "./parts/manifest.ts"
import { median, record } from "./parts/results.ts"

const bin = join(import.meta.dirname, "..", "dist", "gsd.mjs")
const work = mkdtempSync(join(tmpdir(), "gsd-bench-"))
const features = 46
const rounds = 9
const warmup = 1

const skill = (name: string): string =>
  `---\nname: ${name}\ndescription: Does what ${name} is for\n---\n\n# ${name}\n\n${"Read the plan, then say what it lacks.\n".repeat(60)}`

const feature = (index: number): readonly [string, Files] => {
  const id = `hk-feature-${index}`
  const stems = [`${id}-one`, `${id}-two`]
  return [
    id,
    {
      "capability.json": JSON.stringify({ ...plainManifest(id), skills: stems }, null, 2),
      ...Object.fromEntries(stems.map((stem) => [`skills/${stem}/SKILL.md`, skill(stem)]))
    }
  ]
}

const timed = (run: () => void): number => {
  const began = performance.now()
  run()
  return performance.now() - began
}

const gsd = (args: ReadonlyArray<string>, home: string): void => {
  const done = spawnSync(process.execPath, args, {
    cwd: home,
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "", HOME: home },
    maxBuffer: 64 * 1024 * 1024
  })
  if (done.status !== 0) throw new Error(`${args.join(" ")} ended with ${done.status}: ${done.stderr}`)
}

const synced = (path: string): void => {
  const file = openSync(path, "r")
  fsyncSync(file)
  closeSync(file)
}

/** Copies every file, fsyncs it, then every directory. */
const copyTree = (from: string, to: string): void => {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyTree(source, target)
    else {
      const file = openSync(target, "wx")
      writeFileSync(file, readFileSync(source))
      fsyncSync(file)
      closeSync(file)
    }
  }
  synced(to)
}

const found = new Map<string, Array<number>>()
const note = (name: string, value: number): void => void found.set(name, [...(found.get(name) ?? []), value])
const of = (name: string): number => median(found.get(name) ?? [])
let files = 0

try {
  const start = join(work, "start")
  mkdirSync(start)
  writeHome(start, new Map(Array.from({ length: features }, (_, index) => feature(index))))
  // Nothing is kept of files that are newer than two seconds.
  spawnSync(process.execPath, ["-e", "setTimeout(() => {}, 3000)"])
  gsd([bin, "capability", "list"], start)
  for (let round = -warmup; round < rounds; round += 1) {
    const add = round < 0 ? () => {} : note
    const home = join(work, `home-${round}`)
    cpSync(start, home, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
    gsd([bin, "capability", "list"], home)
    add(
      "empty",
      timed(() => gsd(["-e", "0"], home))
    )
    add(
      "apply",
      timed(() => gsd([bin, "runtime", "apply", "claude"], home))
    )
    add(
      "again",
      timed(() => gsd([bin, "runtime", "apply", "claude"], home))
    )
    add(
      "copy",
      timed(() => copyTree(join(home, ".claude"), join(work, `copy-${round}`)))
    )
    files = readdirSync(join(home, ".claude"), { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile()
    ).length
    rmSync(home, { recursive: true })
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}

const ms = (value: number): string => value.toFixed(1)
const goal = of("empty") + 2 * of("copy")

record(`## Runtime

Medians of ${rounds} runs in turn, Node ${process.version}, ${process.platform} ${process.arch}, load ${loadavg()[0]?.toFixed(1)} at the end. ${features} installed features with two
skills each and what the product brings along go to claude, ${files} files in all; the copy writes the same bytes one file after the
other, each fsynced, and every directory.

| what | ms | × the goal |
| --- | ---: | ---: |
| node -e 0 | ${ms(of("empty"))} | |
| a plain copy with fsync | ${ms(of("copy"))} | |
| goal: -e 0 and twice the copy | ${ms(goal)} | 1.00 |
| gsd runtime apply claude | ${ms(of("apply"))} | ${(of("apply") / goal).toFixed(2)} |
| the same again, nothing to do | ${ms(of("again"))} | ${(of("again") / goal).toFixed(2)} |
`)
