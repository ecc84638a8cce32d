import { spawn } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { median } from "./results.ts"

/** A process of the Node that runs this. */
export interface Call {
  readonly args: ReadonlyArray<string>
  readonly home: string
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** Statuses that it may end with; 0 alone when not given. */
  readonly statuses?: ReadonlyArray<number>
}

/** How a program does what is compared. */
export interface Way {
  /** The processes of one run: those of a group start at once, when the group before has ended. Called before each run. */
  readonly groups: () => ReadonlyArray<ReadonlyArray<Call>>
  /** Whether what the last process printed shows that the work was done. */
  readonly shows: (stdout: string) => boolean
}

/** Something that several programs do, and how often each is measured. */
export interface Row {
  readonly name: string
  readonly ours: Way
  /** The reason when the other program has no way. */
  readonly theirs: Way | string
  readonly rounds: number
}

/** Medians of one program in one row. */
export interface Figures {
  readonly millis: number
  readonly cpuMillis: number
  readonly peakMebi: number
}

/** What was measured of a row. */
export interface Measured {
  readonly name: string
  readonly bare: Figures
  readonly ours: Figures
  readonly theirs: Figures | string
}

interface Ended {
  readonly stdout: string
  readonly stderr: string
}

/**
 * Tells the CPU time of a process in ms and its peak in KiB as the last line of its stderr. `maxRSS` would also count
 * what its parent had before the program was started.
 */
const hookProgram = `process.on("exit", () => {
  const { readFileSync, writeSync } = process.getBuiltinModule("node:fs")
  const peak = process.platform === "linux"
    ? /VmHWM:\\s*(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]
    : process.resourceUsage().maxRSS
  const { system, user } = process.cpuUsage()
  writeSync(2, "\\n" + (system + user) / 1000 + " " + peak)
})
`

/** Writes the file that a process requires so that it tells what it took; gives the options that make Node do so. */
export const hookIn = (folder: string): ReadonlyArray<string> => {
  const file = join(folder, "hook.cjs")
  writeFileSync(file, hookProgram)
  return ["--require", file]
}

const once = ({ args, cwd, env, home, statuses = [0] }: Call, options: ReadonlyArray<string>) =>
  new Promise<Ended>((resolve, reject) => {
    const child = spawn(process.execPath, [...options, ...args], {
      cwd,
      env: { PATH: process.env["PATH"] ?? "", HOME: home, NO_COLOR: "1", ...env },
      stdio: ["ignore", "pipe", "pipe"]
    })
    let [stdout, stderr] = ["", ""]
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text))
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text))
    child.once("error", reject)
    child.once("close", (status) => {
      if (statuses.includes(status ?? -1)) resolve({ stdout, stderr })
      else reject(new Error(`ended with ${status}`, { cause: `${args.join(" ").slice(0, 200)}\n${stderr}` }))
    })
  })

const inTurn = async (way: Way, options: ReadonlyArray<string>) => {
  const groups = way.groups()
  const began = performance.now()
  const ended: Array<Ended> = []
  for (const group of groups) ended.push(...(await Promise.all(group.map((call) => once(call, options)))))
  return { millis: performance.now() - began, ended }
}

/** Fails unless the work was done; what is compared must be the same. */
const look = async (way: Way): Promise<void> => {
  const { ended } = await inTurn(way, [])
  if (!way.shows(ended.at(-1)?.stdout ?? "")) throw new Error("did not print what was asked of it")
}

/** What a hooked process told. */
const toldBy = ({ stderr }: Ended) => {
  const [cpu, peak] = (stderr.split("\n").at(-1) ?? "").split(" ").map(Number)
  return { cpu: cpu ?? Number.NaN, peak: (peak ?? Number.NaN) / 1024 }
}

/** How many rounds come with one hooked run. */
const roundsOfHook = 3

interface Contestant {
  readonly way: Way
  readonly millis: Array<number>
  readonly cpus: Array<number>
  readonly peaks: Array<number>
}

const figures = ({ cpus, millis, peaks }: Contestant): Figures => ({
  millis: median(millis),
  cpuMillis: median(cpus),
  peakMebi: median(peaks)
})

/** The other program's way, or why it cannot be measured. */
const looked = async (way: Way | string): Promise<Way | string> => {
  if (typeof way === "string") return way
  try {
    await look(way)
    return way
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause)
  }
}

/** Measures one row: after a look at each program, rounds in which each runs once, in turn; then runs with the hook. */
export const measure = async (row: Row, bare: Way, hook: ReadonlyArray<string>): Promise<Measured> => {
  await look(bare)
  await look(row.ours)
  const theirs = await looked(row.theirs)
  const contestantOf = (way: Way): Contestant => ({ way, millis: [], cpus: [], peaks: [] })
  const [none, own] = [contestantOf(bare), contestantOf(row.ours)]
  const other = typeof theirs === "string" ? undefined : contestantOf(theirs)
  const found = other === undefined ? [none, own] : [none, own, other]
  for (let round = 0; round < row.rounds; round += 1)
    for (const { millis, way } of found) millis.push((await inTurn(way, [])).millis)
  for (let round = 0; round < row.rounds; round += roundsOfHook)
    for (const { cpus, peaks, way } of found) {
      const told = (await inTurn(way, hook)).ended.map(toldBy)
      cpus.push(told.reduce((sum, { cpu }) => sum + cpu, 0))
      peaks.push(Math.max(...told.map(({ peak }) => peak)))
    }
  return {
    name: row.name,
    bare: figures(none),
    ours: figures(own),
    theirs: other === undefined ? String(theirs) : figures(other)
  }
}
