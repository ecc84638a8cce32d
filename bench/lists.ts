/**
 * Compares `gsd capability list --json` over many installed capabilities with the same Node's `-e 0`, in one run and in
 * turn, with a warm cache; writes its section of bench/results.md. Figures are medians.
 * Run: `npm run build && npm run bench`, or `node bench/lists.ts` for this section alone.
 */
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { consentGateFixed, engineLayer, globalScope, install } from "../src/index.ts"
import { plainManifest } from "./parts/manifest.ts"
import { median, record } from "./parts/results.ts"

const count = 500
const work = mkdtempSync(join(tmpdir(), "gsd-bench-"))
const home = join(work, "home")
mkdirSync(home)

/** A capability of three files, none of which meets those of another. */
const write = (index: number): string => {
  const id = `bench-${index}`
  const folder = join(work, "src", id)
  mkdirSync(join(folder, "skills", `${id}-s`), { recursive: true })
  mkdirSync(join(folder, "hooks"))
  const manifest = {
    ...plainManifest(id),
    skills: [`${id}-s`],
    hooks: [{ event: "SessionStart", script: "hooks/a.sh" }]
  }
  writeFileSync(join(folder, "capability.json"), JSON.stringify(manifest, null, 2))
  writeFileSync(join(folder, "skills", `${id}-s`, "SKILL.md"), `---\nname: ${id}-s\ndescription: x\n---\nx\n`)
  writeFileSync(join(folder, "hooks/a.sh"), "#!/bin/sh\nexit 0\n", { mode: 0o755 })
  return folder
}

const engine = Layer.provideMerge(
  consentGateFixed({ yes: true }),
  engineLayer({ root: home, command: "bench", productVersion: "bench" })
)

const installAll = Effect.forEach(
  Array.from({ length: count }, (_, index) => write(index)),
  (spec) =>
    install({
      op: "install",
      spec,
      scope: globalScope,
      replace: false,
      allowDowngrade: false,
      wait: Duration.seconds(30)
    }),
  { discard: true }
)

const bin = join(import.meta.dirname, "..", "dist", "gsd.mjs")
const run = (args: ReadonlyArray<string>): number => {
  const start = performance.now()
  const env = { PATH: process.env["PATH"] ?? "", HOME: home }
  const done = spawnSync(process.execPath, args, { env, maxBuffer: 64 * 1024 * 1024 })
  if (done.status !== 0) throw new Error(`${args.join(" ")} ended with ${done.status}: ${done.stderr}`)
  return performance.now() - start
}

const rounds = 15
const warmup = 3
const empty: Array<number> = []
const lists: Array<number> = []

try {
  await Effect.runPromise(Effect.provide(installAll, engine))
  for (let round = -warmup; round < rounds; round += 1) {
    const [base, list] = [run(["-e", "0"]), run([bin, "capability", "list", "--json"])]
    if (round < 0) continue
    empty.push(base)
    lists.push(list)
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}

const row = (name: string, times: ReadonlyArray<number>): string =>
  `| ${name} | ${median(times).toFixed(1)} | ${(median(times) / median(empty)).toFixed(2)} |`

const section = `## Lists

Medians of ${rounds} runs in turn, a warm cache, ${count} overlays of three files, Node ${process.version}, ${process.platform} ${process.arch}.

| what | ms | × \`node -e 0\` |
| --- | ---: | ---: |
${row("node -e 0", empty)}
${row(`gsd capability list --json (${count} installed)`, lists)}

Goal: at most 4 ×.
`

record(section)
