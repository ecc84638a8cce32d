import type { PlaceRow, PlaceState, RuntimeOutcome, RuntimeReport } from "../../domain/projection/report.ts"
import { visible } from "../../domain/text/escape.ts"
import { countText, tallies, type Tally } from "./projectionCounts.ts"
import { homely, nameLines, placeLines, sectionLines, withheldLines } from "./projectionRows.ts"
import { labelled, paragraph, safe, type View } from "./view.ts"
import { editLines } from "./wiring.ts"

/** How a report is seen: where the user lives, for short paths, and on what. */
export interface ProjectionView extends View {
  readonly home: string
}

/** Those of a kind of row, in a heading and in the line of the runtime. */
interface Group {
  readonly action?: PlaceRow["action"]
  readonly title: string
  readonly words: string
  readonly rows: ReadonlyArray<PlaceRow>
}

const standing: ReadonlySet<string> = new Set(["none", "write", "replace"])

/** What becomes of the rows of an outcome, in the order in which it is told. */
const outcomeGroups = (rows: ReadonlyArray<PlaceRow>, planned: boolean): ReadonlyArray<Group> => {
  const doing = (action: PlaceRow["action"], done: string, toDo: string): Group => {
    const words = planned ? toDo : done
    const title = `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
    return { action, title, words, rows: rows.filter((row) => row.action === action) }
  }
  const left = rows.filter(({ action }) => action === "leave")
  const others = left.filter(({ state }) => state !== "modified" && state !== "foreign")
  const of = (state: PlaceState) => left.filter((row) => row.state === state)
  return [
    doing("write", "written", "to write"),
    doing("replace", "replaced", "to replace"),
    doing("remove", "removed", "to remove"),
    { title: "Kept: changed since gsd wrote it", words: "kept (modified)", rows: of("modified") },
    { title: "Left alone: not written by gsd", words: "left alone (foreign)", rows: of("foreign") },
    { title: "Left as it is", words: "left as it is", rows: others }
  ]
}

const stateGroup = (rows: ReadonlyArray<PlaceRow>, state: PlaceState, title: string): Group => ({
  title,
  words: state,
  rows: rows.filter((row) => row.state === state)
})

/** How places stand that are not as they shall be. */
const statusGroups = (rows: ReadonlyArray<PlaceRow>): ReadonlyArray<Group> => [
  stateGroup(rows, "missing", "Missing"),
  stateGroup(rows, "outdated", "Outdated: something else shall stand there now"),
  stateGroup(rows, "modified", "Modified: changed since gsd wrote it"),
  stateGroup(rows, "surplus", "Surplus: nothing shall stand there any more"),
  stateGroup(rows, "foreign", "Foreign: not written by gsd")
]

/** A sentence whose first words are `head`, which are painted. */
const headed = (head: string, rest: string, view: View): ReadonlyArray<string> => {
  const [first = "", ...more] = paragraph(`${head} ${rest}`, "  ", view)
  const line = first.slice(2)
  const painted = line.startsWith(head) ? view.paint.bold(head) + line.slice(head.length) : line
  return [painted, ...more]
}

const asideLines = (
  { home, profile, scope }: RuntimeReport,
  view: ProjectionView,
  more = ""
): ReadonlyArray<string> => {
  const text = `${visible(homely(home, view.home))} (profile ${profile}, ${scope} scope${more})`
  return labelled("  ", text, view).map((line) => view.paint.dim(line))
}

/** All that stands below the line of a runtime. */
const detailLines = (
  { edits, notes, others, withheld }: RuntimeReport,
  groups: ReadonlyArray<Group>,
  view: ProjectionView
): ReadonlyArray<string> => {
  const told = notes.flatMap((note) => labelled("    ", safe(note), view))
  const installers = others.flatMap(({ folder, name, version }) => {
    const what = version === null ? visible(name) : `${visible(name)} ${visible(version)}`
    return labelled("    ", `${what} in ${visible(homely(folder, view.home))}`, view)
  })
  return [
    ...groups.map(({ rows, title }) => ({
      title: `${title} (${rows.length})`,
      lines: placeLines(rows, view.home, view)
    })),
    { title: `Withheld (${withheld.length})`, lines: withheldLines(withheld, view) },
    { title: "Notes", lines: told },
    { title: "Other installers, whose files are left alone", lines: installers },
    { title: "Files of the host", lines: editLines(edits, "    ", view) }
  ].flatMap((section) => sectionLines(section, view))
}

const changed = (rows: ReadonlyArray<PlaceRow>): boolean =>
  rows.some(({ action }) => action === "write" || action === "replace" || action === "remove")

const joined = (head: string, tail: ReadonlyArray<string>): string =>
  [head, tail.filter((part) => part !== "").join(", ")].filter((part) => part !== "").join("; ")

/** What stands of a runtime after an outcome, and what was changed for that; of a removal what goes. */
const outcomeText = (
  { applied, edits, rows, withheld }: RuntimeReport,
  groups: ReadonlyArray<Group>,
  status: RuntimeOutcome["status"]
): string => {
  const stands = countText(rows.filter(({ action }) => standing.has(action)))
  const goes = groups.find((group) => group.action === "remove")
  const isRemoval = stands === "" && goes !== undefined && goes.rows.length > 0
  const taken = status === "removed" ? "" : ` ${goes?.words ?? ""}`
  const head = isRemoval ? `${countText(goes.rows)}${taken}` : stands || "no files"
  const counted = groups.flatMap((group): ReadonlyArray<Tally> =>
    isRemoval && group === goes ? [] : [[group.rows.length, group.words]]
  )
  const stays = applied && (status === "unchanged" || status === "planned")
  const nothing = stays && !changed(rows) && edits.length === 0 ? "nothing to do" : ""
  return joined(head, [nothing, tallies([...counted, [withheld.length, "withheld"]])])
}

const heads = { applied: "Applied", removed: "Removed", unchanged: "Unchanged", planned: "Planned" } as const

const outcomeLines = (
  report: RuntimeReport,
  status: RuntimeOutcome["status"],
  view: ProjectionView
): string => {
  const groups = outcomeGroups(report.rows, status === "planned")
  const head = `${heads[status]} ${visible(report.runtime, 40)}:`
  const isNew = status === "planned" && !report.applied
  return [
    ...headed(head, outcomeText(report, groups, status), view),
    ...asideLines(report, view, isNew ? ", not applied yet" : ""),
    ...detailLines(report, groups, view)
  ].join("\n")
}

const onlyPlanned = "Nothing was changed; this is what would be done."

/** What `apply` or `remove` did to each runtime, or would do; warnings are told elsewhere. */
export const renderOutcome = ({ runtimes, status }: RuntimeOutcome, view: ProjectionView): string =>
  [
    ...(status === "planned" ? [onlyPlanned] : []),
    ...runtimes.map((report) => outcomeLines(report, status, view))
  ].join("\n\n")

const statusText = ({ rows, withheld }: RuntimeReport, groups: ReadonlyArray<Group>): string => {
  const present = countText(rows.filter(({ state }) => state === "present"))
  const off = tallies(groups.map((group): Tally => [group.rows.length, group.words]))
  const stands = off !== "" || rows.length === 0 ? off : "all present"
  return joined(present || "no files", [stands, tallies([[withheld.length, "withheld"]])])
}

const statusLines = (report: RuntimeReport, view: ProjectionView): string => {
  const groups = statusGroups(report.rows)
  const names = nameLines(
    report.rows.filter(({ state }) => state === "present"),
    view
  )
  return [
    ...headed(`${visible(report.runtime, 40)}:`, statusText(report, groups), view),
    ...asideLines(report, view),
    ...sectionLines({ title: "Present", lines: names }, view),
    ...detailLines(report, groups, view)
  ].join("\n")
}

const nothingApplied =
  "Nothing is projected to a runtime here. `gsd runtime apply ID` does it, such as `claude`."

/** How each runtime stands. */
export const renderStatus = (reports: ReadonlyArray<RuntimeReport>, view: ProjectionView): string =>
  reports.length === 0
    ? paragraph(nothingApplied, "", view).join("\n")
    : reports.map((report) => statusLines(report, view)).join("\n\n")
