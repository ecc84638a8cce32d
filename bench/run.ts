/**
 * Compares whole processes and their physical limits in one run, with the same Node, never through npx, and writes
 * bench/results.md. Figures are medians; ratios hold on a busy machine, single times do not.
 * Run: `npm run build && npm run bench`.
 */
import { spawnSync } from "node:child_process"
import { createHash, randomBytes } from "node:crypto"
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Bench } from "tinybench"
import { plainManifest } from "./parts/manifest.ts"
import { record } from "./parts/results.ts"

const root = join(import.meta.dirname, "..")
const bin = join(root, "dist", "gsd.mjs")
const work = mkdtempSync(join(tmpdir(), "gsd-bench-"))
const home = join(work, "home")
mkdirSync(home)

const node = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}): void => {
  const done = spawnSync(process.execPath, args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { PATH: process.env["PATH"] ?? "", HOME: home, ...env }
  })
  if (done.status !== 0)
    throw new Error(`${args.join(" ")} ended with ${done.status}: ${done.stderr.toString()}`)
}

const makeCapability = (id: string, files: number): string => {
  const folder = join(work, "src", id)
  mkdirSync(join(folder, "data"), { recursive: true })
  writeFileSync(join(folder, "capability.json"), JSON.stringify(plainManifest(id)))
  for (let index = 1; index < files; index += 1)
    writeFileSync(join(folder, "data", `f${index}.txt`), randomBytes(3000))
  return folder
}

/** What no installer can avoid: read, hash, copy, fsync of every file. */
const bareCopy = (folder: string, files: number): void => {
  const target = mkdtempSync(join(work, "copy-"))
  mkdirSync(join(target, "data"))
  const names = [
    "capability.json",
    ...Array.from({ length: files - 1 }, (_, index) => `data/f${index + 1}.txt`)
  ]
  for (const name of names) {
    const bytes = readFileSync(join(folder, name))
    createHash("sha512").update(bytes).digest()
    const file = openSync(join(target, name), "wx")
    writeSync(file, bytes)
    fsyncSync(file)
    closeSync(file)
  }
  const directory = openSync(target, "r")
  fsyncSync(directory)
  closeSync(directory)
}

const sizes = [2, 100, 1000] as const
const folders = new Map(sizes.map((files) => [files, makeCapability(`bench-${files}`, files)]))
const bench = new Bench({ iterations: 15, time: 0, warmupIterations: 2, warmupTime: 0, throws: true })
bench.add("node -e 0", () => node(["-e", "0"]))
for (const files of sizes) {
  const folder = folders.get(files) ?? ""
  bench.add(`bare copy, hash, fsync of ${files} files`, () => bareCopy(folder, files))
  // A new home for each, as each bare copy has a new folder: ext4 makes files slowly where many were just deleted.
  let installHome = home
  bench.add(
    `gsd capability install of ${files} files`,
    () => node([bin, "capability", "install", folder, "--yes"], { HOME: installHome }),
    {
      beforeEach: () => {
        installHome = mkdtempSync(join(work, "home-"))
      }
    }
  )
}
await bench.run()

const median = (name: string): number => {
  const result = bench.getTask(name)?.result
  if (result?.state !== "completed") throw new Error(`${name} did not complete`)
  return result.latency.p50
}
const empty = median("node -e 0")
const ms = (value: number): string => value.toFixed(1)
const rows = bench.tasks.map(
  ({ name }) => `| ${name} | ${ms(median(name))} | ${(median(name) / empty).toFixed(2)} |`
)
const overhead = sizes.map((files) => {
  const own = median(`gsd capability install of ${files} files`)
  const limit = empty + median(`bare copy, hash, fsync of ${files} files`)
  return `| install of ${files} files | ${ms(own)} | ${ms(limit)} | ${ms(own - limit)} | 150 |`
})
const text = `# Benchmarks

Written by \`npm run bench\`: medians of 15 runs in one go, Node ${process.version}, ${process.platform} ${process.arch}.

| what | ms | × \`node -e 0\` |
| --- | ---: | ---: |
${rows.join("\n")}

| what | ms | limit: \`-e 0\` + copy + fsync + hash | over it | goal |
| --- | ---: | ---: | ---: | ---: |
${overhead.join("\n")}
`
rmSync(work, { recursive: true, force: true })
record(text)
