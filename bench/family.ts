/**
 * Compares the commands of the agent-workflow family with the same Node's `-e 0`, in one run and in turn: one bridge with
 * its files, a thousand members, settings and modes; and judges a thousand within this process. Writes its section of
 * bench/results.md. Figures are medians; CPU is user and system time of the whole process, which a busy machine bears
 * better. Run: `npm run build && npm run bench`, or `node bench/family.ts` for this section alone.
 */
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as FamilyFilesDisk from "../src/layers/family/FamilyFilesDisk.ts"
import { familyValidate } from "../src/pipelines/familyValidate.ts"
import { layRealMember, realNames } from "../test/support/familyReal.ts"
import { median, record } from "./parts/results.ts"

const bin = join(import.meta.dirname, "..", "dist", "gsd.mjs")
const work = mkdtempSync(join(tmpdir(), "gsd-bench-"))
const count = 1000
const rounds = 15
const warmup = 2

interface Run {
  readonly millis: number
  readonly cpu: number
}

const skills = join(work, ".claude", "skills")
const many = join(work, "many")
const broken = join(work, "broken")

const lay = () => {
  for (const name of realNames) layRealMember(join(skills, name), name)
  for (let index = 0; index < count; index += 1)
    layRealMember(join(many, `m${index}`), realNames[index % realNames.length] ?? realNames[0])
  mkdirSync(broken)
  writeFileSync(join(broken, "capability.json"), '{"family":"agent-workflow","schema":1}')
}

/** Tells the process' own CPU time, in milliseconds, as the last line of its stderr. */
const cpuProgram = `
  process.on("exit", () => {
    const { system, user } = process.cpuUsage()
    process.getBuiltinModule("node:fs").writeSync(2, "\\n" + (system + user) / 1000)
  })`
const cpuHook = `data:text/javascript,${encodeURIComponent(cpuProgram)}`

const once = (args: ReadonlyArray<string>) => {
  const began = performance.now()
  const done = spawnSync(process.execPath, args, {
    cwd: work,
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "", HOME: work },
    maxBuffer: 64 * 1024 * 1024
  })
  if (done.status !== 0) throw new Error(`${args.join(" ")} ended with ${done.status}: ${done.stderr}`)
  return { millis: performance.now() - began, stderr: done.stderr }
}

/** Time of one process, and CPU time of another one. */
const run = (args: ReadonlyArray<string>): Run => ({
  millis: once(args).millis,
  cpu: Number(
    once(["--import", cpuHook, ...args])
      .stderr.split("\n")
      .at(-1)
  )
})

const bridge = join(skills, "codex-cli-bridge")
const manyNames = Array.from({ length: count }, (_, index) => join(many, `m${index}`))

const commands = {
  "node -e 0": ["-e", "0"],
  "gsd --version": [bin, "--version"],
  "gsd family validate of one bridge": [bin, "family", "validate", bridge],
  "gsd family validate --json of one bridge": [bin, "family", "validate", "--json", bridge],
  "gsd family validate of one of the wrong shape": [bin, "family", "validate", broken],
  "gsd family validate of 1,000 members": [bin, "family", "validate", "many/*"],
  "gsd family settings": [bin, "family", "settings"],
  "gsd family modes": [bin, "family", "modes"]
}

type Name = keyof typeof commands

/** Judges all of them with the pipeline of the library. */
const inProcess = async (): Promise<Run> => {
  const [began, before] = [performance.now(), process.cpuUsage()]
  const reports = await Effect.runPromise(Effect.provide(familyValidate(manyNames), FamilyFilesDisk.layer))
  const { system, user } = process.cpuUsage(before)
  if (reports.some(({ result }) => result !== "valid")) throw new Error("what is measured must be valid")
  return { millis: performance.now() - began, cpu: (system + user) / 1000 }
}

const names = Object.keys(commands) as ReadonlyArray<Name>
const found = new Map<Name, Array<Run>>(names.map((name) => [name, []]))
const judged: Array<Run> = []

try {
  lay()
  for (let round = -warmup; round < rounds; round += 1) {
    for (const name of names) {
      const one = run(commands[name])
      if (round >= 0) found.get(name)?.push(one)
    }
    const one = await inProcess()
    if (round >= 0) judged.push(one)
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}

const of = (name: Name, what: keyof Run): number => median((found.get(name) ?? []).map((one) => one[what]))
const ms = (value: number): string => value.toFixed(1)

const row = (name: Name): string => {
  const times = (what: keyof Run): string => (of(name, what) / of("node -e 0", what)).toFixed(2)
  return `| ${name} | ${ms(of(name, "millis"))} | ${times("millis")} | ${ms(of(name, "cpu"))} | ${times("cpu")} |`
}

const [one, all]: readonly [Name, Name] = [
  "gsd family validate of one bridge",
  "gsd family validate of 1,000 members"
]
const beyond = (what: keyof Run): string => ms(of(all, what) - of(one, what))
const within = (what: keyof Run): string => ms(median(judged.map((run) => run[what])))

record(`## Family

Medians of ${rounds} runs in turn, Node ${process.version}, ${process.platform} ${process.arch}, load ${loadavg()[0]?.toFixed(1)} at the end. Members are
the five real manifests with their files; the thousand are these again and again.

| what | ms | × \`node -e 0\` | CPU ms | × |
| --- | ---: | ---: | ---: | ---: |
${names.map(row).join("\n")}

Goal: one member at most 3 ×.

| 1,000 members | ms | CPU ms |
| --- | ---: | ---: |
| \`gsd family validate\`, beyond that of one | ${beyond("millis")} | ${beyond("cpu")} |
| the library's \`familyValidate\`, in this process | ${within("millis")} | ${within("cpu")} |

Goal: at most 1,000 ms.
`)
