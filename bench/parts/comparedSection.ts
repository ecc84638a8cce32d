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

/** What one overlay takes beyond an empty run, in ms of the clock or of the processor. */
const perOverlay = (
  count: number,
  { bare, took }: { readonly bare: number; readonly took: number }
): number => (took - bare) / count

const growth = (rows: ReadonlyArray<Measured>): string =>
  listSizes
    .map((count) => {
      const { bare, ours, theirs } = named(rows, listRow(count))
      const cells = [ours, theirs].flatMap((figures) => {
        if (!isMeasured(figures)) return ["–", "–"]
        const each = perOverlay(count, { bare: bare.millis, took: figures.millis })
        return [one(figures.millis), count === 0 ? "" : each.toFixed(3)]
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

/** How much more an overlay of 1,000 may take than one of 500: medians of a busy machine differ by so much. */
const mostGrowth = 1.25

const growthOf = (rows: ReadonlyArray<Measured>, of: (figures: Figures) => number): number => {
  const [each, base] = [1000, 500].map((count) => {
    const { bare, ours } = named(rows, listRow(count))
    return perOverlay(count, { bare: of(bare), took: of(ours) })
  }) as [number, number]
  return each / base
}

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
      what: "linear list: ms per overlay of 1,000 over those of 500",
      figure: growthOf(rows, ({ millis }) => millis),
      byCpu: growthOf(rows, ({ cpuMillis }) => cpuMillis),
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

Lists are those of a home that was listed before. An overlay takes what is beyond \`-e 0\`.

| overlays | ours, ms | ms per overlay | theirs, ms | ms per overlay |
| ---: | ---: | ---: | ---: | ---: |
${growth(rows)}

| goal | figure | by CPU time | at most | |
| --- | ---: | ---: | ---: | --- |
${goalsOf(report).map(goalRow).join("\n")}
`
}
