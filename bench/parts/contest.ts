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

/** Of how many rounds one has a run with the hook. */
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

const contestantOf = (way: Way): Contestant => ({ way, millis: [], cpus: [], peaks: [] })

interface Contest {
  readonly row: Row
  readonly bare: Contestant
  readonly ours: Contestant
  readonly theirs: Contestant | string
}

const contestOf = async (row: Row, bare: Way): Promise<Contest> => {
  await look(row.ours)
  const theirs = await looked(row.theirs)
  return {
    row,
    bare: contestantOf(bare),
    ours: contestantOf(row.ours),
    theirs: typeof theirs === "string" ? theirs : contestantOf(theirs)
  }
}

const contestantsOf = ({ bare, ours, theirs }: Contest): ReadonlyArray<Contestant> =>
  typeof theirs === "string" ? [bare, ours] : [bare, ours, theirs]

const timeOnce = async ({ millis, way }: Contestant): Promise<void> =>
  void millis.push((await inTurn(way, [])).millis)

const hookOnce = async ({ cpus, peaks, way }: Contestant, hook: ReadonlyArray<string>): Promise<void> => {
  const told = (await inTurn(way, hook)).ended.map(toldBy)
  cpus.push(told.reduce((sum, { cpu }) => sum + cpu, 0))
  peaks.push(Math.max(...told.map(({ peak }) => peak)))
}

/** What is run as the least, with what a process requires to tell what it took, and who is told of the progress. */
export interface Measuring {
  readonly bare: Way
  readonly hook: ReadonlyArray<string>
  readonly tell: (text: string) => void
}

/**
 * Measures rows: after a look at each program, rounds in which every row and each program in it runs once, in turn, so
 * that all have the same of what else the machine does; every third round once more with the hook.
 */
export const measure = async (
  rows: ReadonlyArray<Row>,
  { bare, hook, tell }: Measuring
): Promise<ReadonlyArray<Measured>> => {
  const contests: Array<Contest> = []
  for (const row of rows) {
    tell(`look: ${row.name}`)
    contests.push(await contestOf(row, bare))
  }
  const most = Math.max(...rows.map(({ rounds }) => rounds))
  for (let round = 0; round < most; round += 1) {
    tell(`round ${round + 1} of ${most}`)
    for (const contest of contests.filter(({ row }) => round < row.rounds))
      for (const contestant of contestantsOf(contest)) {
        await timeOnce(contestant)
        if (round % roundsOfHook === 0) await hookOnce(contestant, hook)
      }
  }
  return contests.map(({ bare, ours, row, theirs }) => ({
    name: row.name,
    bare: figures(bare),
    ours: figures(ours),
    theirs: typeof theirs === "string" ? theirs : figures(theirs)
  }))
}
