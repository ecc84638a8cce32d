import type {
  DetectedBackend,
  DetectedMember,
  Detection,
  FoundBy,
  MemberState,
  Presence,
  Readiness
} from "../../domain/family/detect.ts"
import { limits } from "../../domain/limits.ts"
import { visible } from "../../domain/text/escape.ts"
import { labelled, paragraph, safe, table, type Paint, type View } from "./view.ts"

type Shade = Exclude<keyof Paint, "bold" | "cyan">

const stateShade: Readonly<Record<MemberState, Shade>> = {
  installed: "green",
  absent: "dim",
  placeholder: "dim",
  unsupported: "yellow",
  invalid: "red",
  "other-tool": "yellow",
  uncheckable: "yellow"
}

const readinessShade: Readonly<Record<Readiness, Shade>> = {
  ready: "green",
  degraded: "yellow",
  "needs-skill": "dim",
  "needs-cli": "yellow",
  "needs-credentials": "yellow",
  unknown: "dim"
}

const marks: Readonly<Record<Presence, string>> = { present: "✓", absent: "✗", unknown: "?" }

const foundText = ({ foundBy, variable }: Pick<DetectedMember, "foundBy" | "variable">): string => {
  const texts: Readonly<Record<FoundBy, string>> = {
    env: `by ${variable ?? "a variable"}`,
    default: "the default",
    given: "given",
    beside: "found beside the known ones"
  }
  return texts[foundBy]
}

const stateText = ({ freshness, latest, state }: DetectedMember): string => {
  const word = state === "other-tool" ? "other tool" : state
  if (freshness === "unknown") return word
  return freshness === "behind" ? `${word}, behind ${visible(latest ?? "")}` : `${word}, current`
}

const nameOf = (name: string | null): string => (name === null || name === "" ? "(no name)" : visible(name))

const memberLines = (members: ReadonlyArray<DetectedMember>, view: View): ReadonlyArray<string> => {
  const rows = members.map((member) => [
    nameOf(member.name),
    visible(member.version ?? "-"),
    stateText(member)
  ])
  const heads = table(rows, (text, column, row) => {
    const state = members[row]?.state
    return column === 2 && state !== undefined ? view.paint[stateShade[state]](text) : text
  })
  return members.flatMap((member, at) => [
    `  ${heads[at] ?? ""}`,
    ...labelled("    in ", `${visible(member.folder)} (${foundText(member)})`, view),
    ...(member.state === "installed" || member.state === "absent"
      ? []
      : paragraph(safe(`↳ ${member.why}`), "    ", view))
  ])
}

const seen = (presence: Presence, what: string): string => `${marks[presence]} ${visible(what)}`

const backendLines = (backend: DetectedBackend, view: View): ReadonlyArray<string> => {
  const { cli, credentials, wrappers } = backend
  return [
    `  ${visible(backend.name)}: ${view.paint[readinessShade[backend.readiness]](backend.readiness)}`,
    ...(cli === null ? [] : labelled("    program     ", seen(cli.presence, cli.command), view)),
    ...(credentials === null
      ? []
      : labelled("    credentials ", seen(credentials.presence, credentials.file), view)),
    ...wrappers.flatMap(({ command, presence }) =>
      labelled("    wrapper     ", seen(presence, command), view)
    )
  ]
}

const projectLines = ({ deployed, directory, stamps }: Detection["project"], view: View) => [
  ...labelled("", `Project ${visible(directory)}: ${deployed ? "deployed" : "not deployed"}`, view),
  ...stamps.flatMap(({ file, name, version }) =>
    labelled(
      `  ${visible(name)} `,
      `${visible(version ?? "-", limits.shownCharacters)} (${visible(file)})`,
      view
    )
  )
]

/** Members, backends and the project, each a block; the summary stands under the members. */
export const renderDetection = (detection: Detection, view: View): string => {
  const { bold } = view.paint
  return [
    bold("Members"),
    ...memberLines(detection.members, view),
    ...paragraph(safe(detection.summary), "", view),
    "",
    bold("Backends (nothing was run)"),
    ...detection.backends.flatMap((backend) => backendLines(backend, view)),
    "",
    ...projectLines(detection.project, view)
  ].join("\n")
}
