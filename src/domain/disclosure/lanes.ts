import type { Egress } from "../consent/record.ts"
import { member, type JsonValue } from "../json/value.ts"
import { shown, type Visible } from "../text/escape.ts"
import { memberLines, sentence, textOf, type DisclosureLine, type Topic } from "./DisclosureLine.ts"
import { isResolved } from "./egress.ts"
import { namedProgram } from "./program.ts"

const receives = (lane: JsonValue): Visible =>
  member(member(lane, "invoke"), "promptChannel") === "none"
    ? shown`no prompt; the program can read the directory it is started in`
    : shown`plan text, requirements, research findings, decisions of CONTEXT.md`

const hostSentence = (egress: Egress): Visible => {
  if (egress.host === "")
    return shown`nowhere yet: \`${textOf(egress.key)}\` is not set and no default is declared`
  if (!isResolved(egress)) return shown`nowhere: \`${textOf(egress.host)}\` is not an http or https address`
  return egress.loopback
    ? shown`${textOf(egress.host)} (this machine)`
    : shown`${textOf(egress.host)} (another machine)`
}

const destinations = (lane: JsonValue, egress: ReadonlyArray<Egress>): ReadonlyArray<Visible> => {
  const slug = member(lane, "slug")
  const hosts = egress
    .filter((entry) => entry.slug === (typeof slug === "string" ? slug.trim() : ""))
    .map(hostSentence)
  const invoke = member(lane, "invoke")
  if (member(invoke, "binary") === undefined) return hosts
  const { isOwn, name } = namedProgram(invoke)
  return [
    ...hosts,
    isOwn
      ? shown`its own file \`${name}\`, which may send it on to its own service`
      : shown`the program \`${name}\` on this machine, which may send it on to its own service`
  ]
}

/** What probing the lane does. A presence check starts nothing, and must not read as if it did (seed 002). */
const probing = (probe: JsonValue): Visible => {
  const { isOwn, name } = namedProgram(probe)
  const needle = textOf(member(probe, "needle"))
  switch (member(probe, "kind")) {
    case "command-exists":
      return isOwn
        ? shown`looks whether its own file \`${name}\` is present; starts nothing`
        : shown`looks whether \`${name}\` is present; starts nothing`
    case "command-capability":
      return isOwn
        ? shown`runs its own file \`${name}\` with \`--help\` and looks for \`${needle}\` in what it prints`
        : shown`runs \`${name} --help\` and looks for \`${needle}\` in what it prints`
    case "http-reachable":
      return shown`sends GET \`${textOf(member(probe, "path"))}\` to the host of \`${textOf(member(probe, "hostConfigKey"))}\``
    default:
      return shown`in a way this version does not know: \`${textOf(probe)}\``
  }
}

/**
 * Lines of one lane: what it receives, where that goes, how it is probed, what it runs, then every declared member.
 * `egress` is the resolved list of the whole manifest.
 */
export const laneLines = (lane: JsonValue, egress: ReadonlyArray<Egress>): ReadonlyArray<DisclosureLine> => {
  const slug = member(lane, "slug")
  const topic: Topic = { class: "reviewer-lane", subject: slug === undefined ? "reviewer" : textOf(slug) }
  const probe = member(lane, "probe")
  return [
    sentence(topic, "receives", receives(lane)),
    ...destinations(lane, egress).map((to) => sentence(topic, "goes to", to)),
    ...(probe === undefined ? [] : [sentence(topic, "probing", probing(probe))]),
    ...memberLines(topic, lane)
  ]
}
