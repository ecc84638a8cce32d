/**
 * Compares this program with the published package that does the same, and both with the same Node's `-e 0`, in one run
 * and in turn; writes its section of bench/results.md. The published package is downloaded into a temporary folder, no
 * script of it run; without a network its columns are dashes. Figures are medians. Linux and macOS.
 * Run: `npm run build && npm run bench`, or `node bench/compare.ts` for this section alone.
 */
import { spawnSync } from "node:child_process"
import { lookup } from "node:dns/promises"
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { hostname, tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { overlaysOf, writeHome } from "../test/support/overlayHome.ts"
import { authority } from "../test/support/tls.ts"
import { bareWay, listSizes, rowsOf, type Pair, type Setting } from "./parts/compared.ts"
import { sectionOf } from "./parts/comparedSection.ts"
import { measure, hookIn, type Measured } from "./parts/contest.ts"
import { laneManifest } from "./parts/manifest.ts"
import { packedProgram, publishedProgram, type Program } from "./parts/programs.ts"
import { writePublishedHome } from "./parts/publishedHome.ts"
import { record } from "./parts/results.ts"
import { archiveOf, startServer } from "./parts/served.ts"

const work = mkdtempSync(join(tmpdir(), "gsd-bench-"))
const folder = (...names: ReadonlyArray<string>): string => {
  const path = join(work, ...names)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  return path
}
const pairOf = (name: string): Pair => ({ ours: folder(`${name}-ours`), theirs: folder(`${name}-theirs`) })

const homeOf = (count: number): readonly [number, Pair] => {
  const pair = pairOf(`overlays-${count}`)
  if (count > 0) {
    writeHome(pair.ours, overlaysOf(count))
    writePublishedHome(pair.theirs, overlaysOf(count))
  }
  return [count, pair]
}

const projectOf = (): string => {
  const project = folder("project")
  writeFileSync(join(project, "PLAN.md"), "# Plan\n\n## Task 1: write it\n")
  writeFileSync(join(folder("project", "run"), "gsd-review-prompt.md"), "a prompt")
  return project
}

const laneNames = Array.from({ length: 12 }, (_, index) => `bench-lane-${"abcdefghijkl"[index]}`)
const answer = "- [HIGH] `PLAN.md:3`: nothing verifies what is written. Verdict: concern"

/** Installs the lanes with each program; gives their homes. */
const lanesOf = (ours: Program, theirs: Program | string): Pair => {
  const homes = pairOf("lanes")
  for (const slug of laneNames) {
    const [source, script] = [folder("lanes", slug), join(folder("bin"), slug)]
    writeFileSync(join(source, "capability.json"), JSON.stringify(laneManifest(slug, 60_000)))
    writeFileSync(script, `#!/bin/sh\ncat > /dev/null\necho '${answer}'\n`)
    chmodSync(script, 0o755)
    for (const [program, home] of [
      [ours, homes.ours],
      [theirs, homes.theirs]
    ] as const)
      if (typeof program !== "string")
        spawnSync(process.execPath, [program.bin, "capability", "install", source, "--yes"], {
          cwd: work,
          env: { PATH: process.env["PATH"] ?? "", HOME: home }
        })
  }
  return homes
}

/** A name of this machine other than `localhost`, which not every program asks, and its address. */
const ownName = async (): Promise<{ readonly host: string; readonly address: string }> => {
  const host = hostname()
  try {
    return { host, address: (await lookup(host, { family: 4 })).address }
  } catch {
    return { host: "localhost", address: "127.0.0.1" }
  }
}

/** Nothing is kept of files that are newer than two seconds. */
const untilOld = Effect.sleep("3 seconds")

const tell = (text: string): void => void process.stderr.write(`${text}\n`)

const measured = (setting: Setting): Promise<ReadonlyArray<Measured>> =>
  measure(rowsOf(setting), { bare: bareWay(setting), hook: hookIn(work), tell })

const bench = Effect.gen(function* () {
  const ours = packedProgram(join(work, "ours"))
  const theirs = publishedProgram(join(work, "theirs"))
  if (typeof theirs === "string") tell(`the published package is left out: ${theirs}`)
  const { address, host } = yield* Effect.promise(ownName)
  const by = yield* authority([host])
  const served = folder("served")
  // The only folder of an archive in which the published package looks.
  writeFileSync(join(served, "bench-100.tgz"), archiveOf("bench-100", 100, "package"))
  const { port } = yield* Effect.acquireRelease(
    Effect.promise(() => startServer(served, by, address)),
    ({ server }) => Effect.sync(() => server.kill())
  )
  const homes = new Map(listSizes.map(homeOf))
  const setting: Setting = {
    work,
    project: projectOf(),
    ours,
    theirs,
    homes,
    laneHomes: lanesOf(ours, theirs),
    lanes: laneNames,
    path: `${folder("bin")}:${process.env["PATH"] ?? ""}`,
    archive: { url: `https://${host}:${port}/bench-100.tgz`, caFile: by.caFile, host }
  }
  yield* untilOld
  record(sectionOf({ rows: yield* Effect.promise(() => measured(setting)), ours, theirs }))
})

await Effect.runPromise(
  Effect.ensuring(
    Effect.scoped(bench),
    Effect.sync(() => rmSync(work, { recursive: true, force: true }))
  )
)
