import { loadavg } from "node:os"
import { listRow, listSizes } from "./compared.ts"
import type { Figures, Measured } from "./contest.ts"
import { publishedName, type Program } from "./programs.ts"

/** What the section tells. */
export interface Report {
  readonly rows: ReadonlyArray<Measured>
  readonly ours: Program & { readonly bytes: number }
  readonly theirs: Program | string
}

const one = (value: number): string => value.toFixed(1)
const times = (value: number, base: number): string => (value / base).toFixed(2)
const mega = 1_000_000

const isMeasured = (figures: Figures | string): figures is Figures => typeof figures !== "string"

const rowOf = ({ bare, name, ours, theirs }: Measured): string => {
  const other = isMeasured(theirs)
    ? { millis: one(theirs.millis), ratio: times(ours.millis, theirs.millis), peak: one(theirs.peakMebi) }
    : { millis: "–", ratio: "–", peak: "–" }
  const cells = [
    name,
    one(ours.millis),
    other.millis,
    one(bare.millis),
    times(ours.millis, bare.millis),
    times(ours.cpuMillis, bare.cpuMillis),
    other.ratio,
    one(ours.peakMebi),
    other.peak
  ]
  return `| ${cells.join(" | ")} |`
}

/** A line for each reason why something is not compared. */
const dashes = ({ rows, theirs: program }: Report): string => {
  if (typeof program === "string") return `– everywhere: ${program}.`
  const missing = rows.flatMap(({ name, theirs }) => (isMeasured(theirs) ? [] : [{ name, reason: theirs }]))
  const reasons = [...new Set(missing.map(({ reason }) => reason))]
  return reasons
    .map((reason) => {
      const names = missing.filter((one) => one.reason === reason).map(({ name }) => name)
      return `– at ${names.join("; ")}: ${reason}.`
    })
    .join("\n")
}

const named = (rows: ReadonlyArray<Measured>, name: string): Measured => {
  const found = rows.find((row) => row.name === name)
  if (found === undefined) throw new Error(`no row is named ${name}`)
  return found
}

/** Milliseconds per overlay between two sizes of a list. */
const between = (
  rows: ReadonlyArray<Measured>,
  [from, to]: readonly [number, number],
  of: (row: Measured) => number
) => (of(named(rows, listRow(to))) - of(named(rows, listRow(from)))) / (to - from)

const ourMillis = ({ ours }: Measured): number => ours.millis
const theirMillis = ({ theirs }: Measured): number => (isMeasured(theirs) ? theirs.millis : Number.NaN)

const growth = (rows: ReadonlyArray<Measured>): string =>
  listSizes
    .map((count, at) => {
      const before = listSizes[at - 1]
      const row = named(rows, listRow(count))
      const cells = [ourMillis, theirMillis].flatMap((of) => {
        if (Number.isNaN(of(row))) return ["–", "–"]
        return [one(of(row)), before === undefined ? "" : between(rows, [before, count], of).toFixed(3)]
      })
      return `| ${count} | ${cells.join(" | ")} |`
    })
    .join("\n")

interface Goal {
  readonly what: string
  readonly figure: number
  /** The same of CPU time, which a busy machine bears better. */
  readonly byCpu?: number
  readonly most: number
  readonly unit: string
}

const overBare = (rows: ReadonlyArray<Measured>, name: string, unit: string) => {
  const { bare, ours } = named(rows, name)
  return { figure: ours.millis / bare.millis, byCpu: ours.cpuMillis / bare.cpuMillis, unit }
}

/** What an overlay of the second half may take beyond one of the first: medians of a busy machine differ by so much. */
const mostGrowth = 1.25

const growthOf = (rows: ReadonlyArray<Measured>, of: (row: Measured) => number): number =>
  between(rows, [500, 1000], of) / between(rows, [0, 500], of)

const goalsOf = ({ ours, rows }: Report): ReadonlyArray<Goal> => {
  const unit = "× `-e 0`"
  return [
    ...["version", "help"].map((name) => ({
      what: `${name}, which loads nothing`,
      ...overBare(rows, name, unit),
      most: 1.6
    })),
    { what: listRow(500), ...overBare(rows, listRow(500), unit), most: 3 },
    {
      what: "linear list: ms per overlay from 500 to 1,000 over those from 0 to 500",
      figure: growthOf(rows, ourMillis),
      byCpu: growthOf(rows, ({ ours: { cpuMillis } }) => cpuMillis),
      most: mostGrowth,
      unit: "×"
    },
    { what: "the package, packed", figure: ours.bytes / mega, most: 2, unit: "MB" }
  ]
}

const goalRow = ({ byCpu, figure, most, unit, what }: Goal): string => {
  const verdict = figure <= most ? "held" : "missed"
  return `| ${what} | ${figure.toFixed(2)} ${unit} | ${byCpu?.toFixed(2) ?? ""} | ${most} ${unit} | ${verdict} |`
}

/** Text of the section. */
export const sectionOf = (report: Report): string => {
  const { ours, rows, theirs } = report
  const other = typeof theirs === "string" ? "" : ` ${theirs.version}`
  const bare = named(rows, "version").bare.peakMebi
  return `## Compared

This package ${ours.version} as it is packed (ours), the published \`${publishedName}\`${other} (theirs) and \`node -e 0\`, in one run and
in turn, each started by its path with Node ${process.version}, ${process.platform} ${process.arch}, load ${one(loadavg()[0] ?? 0)} at the end; medians of 7 rounds, of the list of
1,000 and of the review of 3. A peak is \`VmHWM\`, and CPU time user and system time of the process, both told by the process itself
at its exit, in runs of their own; of several processes it is the largest peak and all CPU time. The peak of \`node -e 0\` is
${one(bare)} MiB.

| what | ours, ms | theirs, ms | \`-e 0\`, ms | ours × \`-e 0\` | by CPU time | ours × theirs | ours, peak MiB | theirs, peak MiB |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.map(rowOf).join("\n")}

${dashes(report)}

What theirs is: version \`runtime-identity\`, help \`--help\`, list \`capability list --json\`, which names 46 capabilities of its own
besides, install \`capability install\`, loop \`loop render-hooks\`. Overlays are written as each program's own installs leave them,
from the same files. Manifests are judged by its validator's module in a script of ours, since its command line has none, and
the archive is asked for by this machine's name, as it refuses \`localhost\`. Its review is \`review-lane plan\`, then
\`review-lane invoke\` of every lane at once; it merges nothing. The lanes answer at once.

| overlays | ours, ms | ms per further overlay | theirs, ms | ms per further overlay |
| ---: | ---: | ---: | ---: | ---: |
${growth(rows)}

| goal | figure | by CPU time | at most | |
| --- | ---: | ---: | ---: | --- |
${goalsOf(report).map(goalRow).join("\n")}
`
}
