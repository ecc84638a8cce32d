import { randomBytes } from "node:crypto"
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { hookedOverlay } from "../../test/support/overlayHome.ts"
import type { Call, Row, Way } from "./contest.ts"
import { plainManifest } from "./manifest.ts"
import type { Program } from "./programs.ts"

/** What the rows need. A home has what the installs of its program leave. */
export interface Setting {
  readonly work: string
  /** Working directory of every process; nothing is in it but a plan. */
  readonly project: string
  readonly ours: Program
  /** The reason when there is none. */
  readonly theirs: Program | string
  /** Homes of both programs by how many overlays they have. */
  readonly homes: ReadonlyMap<number, Pair>
  /** Homes in which the twelve lanes are installed. */
  readonly laneHomes: Pair
  readonly lanes: ReadonlyArray<string>
  /** `PATH` on which the programs of the lanes are. */
  readonly path: string
  /** Address of an archive of a hundred files, the file of the authority that vouches for it, and the host to allow. */
  readonly archive: { readonly url: string; readonly caFile: string; readonly host: string }
}

/** The same of both programs. */
export interface Pair {
  readonly ours: string
  readonly theirs: string
}

/** Sizes of a list, of which the growth is told. */
export const listSizes = [0, 125, 250, 500, 1000] as const

const installSizes = [2, 100, 1000] as const
const manifests = 1000
const [usual, few] = [7, 3]
const many = 500

/** Name of the row that lists so many. */
export const listRow = (count: number): string => `list, ${count} overlays`

const way = (shows: Way["shows"], ...calls: ReadonlyArray<Call>): Way => ({
  shows,
  groups: () => calls.map((call) => [call])
})

const has = (text: string) => (stdout: string) => stdout.includes(text)

/** Whether a list names so many overlays. */
const lists = (count: number) => (stdout: string) => new Set(stdout.match(/"bench-\d+"/gu)).size === count

type Make = (args: ReadonlyArray<string>, home: string, more?: Partial<Call>) => Call

const starting =
  (bin: string, cwd: string): Make =>
  (args, home, more = {}) => ({ args: [bin, ...args], home, cwd, ...more })

/** The other program's way where there is that program. */
const ofTheirs = ({ project, theirs }: Setting, make: (call: Make, program: Program) => Way): Way | string =>
  typeof theirs === "string" ? theirs : make(starting(theirs.bin, project), theirs)

/** The least that a run of Node takes. */
export const bareWay = ({ project, work }: Setting): Way =>
  way(() => true, { args: ["-e", "0"], home: work, cwd: project })

const startRows = (setting: Setting): ReadonlyArray<Row> => {
  const { homes, ours, project } = setting
  const own = starting(ours.bin, project)
  const { ours: home = "", theirs: other = "" } = homes.get(0) ?? {}
  return [
    {
      name: "version",
      rounds: usual,
      ours: way(has(ours.version), own(["--version"], home)),
      theirs: ofTheirs(setting, (call, { version }) => way(has(version), call(["runtime-identity"], other)))
    },
    {
      name: "help",
      rounds: usual,
      ours: way(has("Usage"), own(["--help"], home)),
      theirs: ofTheirs(setting, (call) => way(has("Usage"), call(["--help"], other)))
    }
  ]
}

const listRows = (setting: Setting): ReadonlyArray<Row> => {
  const own = starting(setting.ours.bin, setting.project)
  const args = ["capability", "list", "--json"]
  return listSizes.map((count) => {
    const { ours = "", theirs = "" } = setting.homes.get(count) ?? {}
    return {
      name: listRow(count),
      rounds: count > many ? few : usual,
      ours: way(lists(count), own(args, ours)),
      theirs: ofTheirs(setting, (call) => way(lists(count), call(args, theirs)))
    }
  })
}

/** Judges manifests with the validator of the published package, whose command line has no command that does. */
const validatorOf = (folder: string): string => `
const { readFileSync } = require("node:fs")
const { validateCapability } = require(${JSON.stringify(join(folder, "gsd-core/bin/lib/capability-validator.cjs"))})
const wrong = process.argv.slice(2).filter((file) => {
  const manifest = JSON.parse(readFileSync(file, "utf8"))
  return validateCapability(manifest, manifest.id).length > 0
})
console.log(\`\${process.argv.length - 2 - wrong.length} valid\`)
`

const validateRow = (setting: Setting): Row => {
  const { homes, ours, project, work } = setting
  const files = Array.from({ length: manifests }, (_, index) => {
    const folder = join(work, "manifests", `bench-${index}`)
    mkdirSync(folder, { recursive: true })
    const file = join(folder, "capability.json")
    writeFileSync(file, hookedOverlay(index)["capability.json"] ?? "")
    return file
  })
  const { ours: home = "", theirs: other = "" } = homes.get(0) ?? {}
  return {
    name: `validate of ${manifests.toLocaleString("en")} manifests`,
    rounds: usual,
    ours: way(
      (stdout) => stdout.split('"valid"').length > manifests,
      starting(ours.bin, project)(["capability", "validate", "--json", ...files], home)
    ),
    theirs: ofTheirs(setting, (_, { folder }) => {
      const script = join(work, "validate.cjs")
      writeFileSync(script, validatorOf(folder))
      return way(has(`${manifests} valid`), starting(script, project)(files, other))
    })
  }
}

const sourceOf = (work: string, count: number): string => {
  const folder = join(work, "sources", `bench-${count}`)
  mkdirSync(join(folder, "data"), { recursive: true })
  writeFileSync(join(folder, "capability.json"), JSON.stringify(plainManifest(`bench-${count}`)))
  for (let index = 1; index < count; index += 1)
    writeFileSync(join(folder, "data", `f${index}.txt`), randomBytes(3000))
  return folder
}

/** A way that has a new home for each run; ext4 makes files slowly where many were just deleted. */
const afresh = (work: string, make: (home: string) => Call): Way => ({
  shows: () => true,
  groups: () => [[make(mkdtempSync(join(work, "home-")))]]
})

const installRows = (setting: Setting): ReadonlyArray<Row> => {
  const { ours, project, work } = setting
  const own = starting(ours.bin, project)
  return installSizes.map((count) => {
    const args = ["capability", "install", sourceOf(work, count), "--yes"]
    return {
      name: `install of ${count} files`,
      rounds: usual,
      ours: afresh(work, (home) => own(args, home)),
      theirs: ofTheirs(setting, (call) => afresh(work, (home) => call(args, home)))
    }
  })
}

const archiveRow = (setting: Setting): Row => {
  const { archive, ours, project, work } = setting
  const args = ["capability", "install", archive.url, "--yes"]
  const own = starting(ours.bin, project)
  return {
    name: "install of a tgz of 100 files over loopback TLS",
    rounds: usual,
    ours: afresh(work, (home) => {
      mkdirSync(join(home, ".gsd"), { mode: 0o700 })
      writeFileSync(join(home, ".gsd", "policy.json"), JSON.stringify({ network: { allow: [archive.host] } }))
      return own(args, home, { env: { SSL_CERT_FILE: archive.caFile } })
    }),
    theirs: ofTheirs(setting, (call) =>
      afresh(work, (home) => call(args, home, { env: { NODE_EXTRA_CA_CERTS: archive.caFile } }))
    )
  }
}

const verifyRow = ({ homes, ours, project }: Setting): Row => ({
  name: `verify of ${many} overlays`,
  rounds: usual,
  ours: way(
    (stdout) => stdout.split(": ok\n").length > many,
    starting(ours.bin, project)(["capability", "verify"], homes.get(many)?.ours ?? "")
  ),
  theirs: "it has no command that hashes what is installed"
})

const loopRows = (setting: Setting): ReadonlyArray<Row> => {
  const own = starting(setting.ours.bin, setting.project)
  const shows = has('"plan:pre"')
  return [0, many].map((count) => {
    const { ours = "", theirs = "" } = setting.homes.get(count) ?? {}
    return {
      name: `loop render plan:pre, ${count} overlays`,
      rounds: usual,
      ours: way(shows, own(["loop", "render", "plan:pre", "--json"], ours)),
      theirs: ofTheirs(setting, (call) => way(shows, call(["loop", "render-hooks", "plan:pre"], theirs)))
    }
  })
}

const [met, degraded] = [0, 7]

const reviewRow = (setting: Setting): Row => {
  const { laneHomes, lanes, ours, path, project } = setting
  const env = { PATH: path }
  const own = ["review", "--plan", "PLAN.md", "--quorum", "1", "--lanes", lanes.join(","), "--json"]
  return {
    name: `review by ${lanes.length} fake lanes`,
    rounds: few,
    ours: way(
      (stdout) => stdout.split('"completed"').length > lanes.length,
      starting(ours.bin, project)(own, laneHomes.ours, { env, statuses: [met, degraded] })
    ),
    theirs: ofTheirs(setting, (call) => {
      const lane = (...args: ReadonlyArray<string>) =>
        call(["review-lane", ...args, "--run-dir", "run", "--repo-root", project], laneHomes.theirs, { env })
      return {
        shows: has('"ok": true'),
        groups: () => [
          [lane("plan", "--selected", lanes.join(","))],
          lanes.map((slug) => lane("invoke", "--slug", slug))
        ]
      }
    })
  }
}

/** Everything that is compared, in the order of the report. */
export const rowsOf = (setting: Setting): ReadonlyArray<Row> => [
  ...startRows(setting),
  ...listRows(setting),
  validateRow(setting),
  ...installRows(setting),
  archiveRow(setting),
  verifyRow(setting),
  ...loopRows(setting),
  reviewRow(setting)
]
