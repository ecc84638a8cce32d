import * as Result from "effect/Result"
import { kimiAgents, type KimiAgents } from "../runtime/dialect/kimiAgents.ts"
import { problemClause } from "../runtime/dialect/problem.ts"
import type { Source } from "../runtime/dialect/source.ts"
import { shown } from "../text/escape.ts"
import { contextOf, sourceText, type World } from "./dialectPlace.ts"
import type { Offer, OfferedAgent } from "./offer.ts"
import type { ArtifactPlace } from "./places.ts"
import { nothingMade, pathClause, placedFile, together, withheldOne, type Made, type Unit } from "./unit.ts"

/** The version that the one text of all agents is written with: it is nobody's alone. */
const noVersion = { version: "" }

interface Read {
  readonly sources: ReadonlyArray<Source>
  readonly made: Made
}

const readAgent = (read: Read, { id }: Offer, { bytes, stem }: OfferedAgent): Read => {
  const refuse = (reason: string): Read => ({
    ...read,
    made: together([read.made, withheldOne({ capability: id, kind: "agent", name: stem }, reason)])
  })
  const before = read.sources.find((source) => source.stem === stem)
  if (before !== undefined)
    return refuse(shown`\`${before.capability}\` brings an agent of this name, and comes first`)
  const text = sourceText(bytes)
  return Result.isFailure(text)
    ? refuse(text.failure)
    : {
        ...read,
        sources: [...read.sources, { stem, kind: "agent", text: text.success, capability: id }]
      }
}

const agentPath = (path: string, stem: string): boolean =>
  path === `subagents/${stem}.yaml` || path === `subagents/${stem}.md`

const unitsOf = (
  files: KimiAgents["files"],
  given: ReadonlyArray<Source>,
  at: { readonly world: World; readonly place: ArtifactPlace; readonly root: string }
): ReadonlyArray<Unit> => {
  const placed = (taken: (path: string) => boolean) =>
    files.filter(({ path }) => taken(path)).map((file) => placedFile(at.world.places, at.place, file))
  return [
    {
      capability: "",
      kind: "index",
      stem: at.root,
      name: at.root,
      files: placed((path) => !given.some(({ stem }) => agentPath(path, stem)))
    },
    ...given.map(({ capability, stem }): Unit => ({
      capability,
      kind: "agent",
      stem,
      name: stem,
      files: placed((path) => agentPath(path, stem))
    }))
  ]
}

const withheldAgent = ({ capability, stem }: Source, reason: string): Made =>
  withheldOne({ capability, kind: "agent", name: stem }, reason)

const serveAt = (world: World, place: ArtifactPlace, sources: ReadonlyArray<Source>): Made => {
  const { files, name, notes, refused } = kimiAgents(sources, contextOf(world, place, noVersion))
  const given = sources.filter((source) => !refused.some((one) => one.source === source))
  const unwritable = files.map(({ path }) => pathClause(path)).find((clause) => clause !== undefined)
  const isGiven = given.length > 0 && unwritable === undefined
  return together([
    isGiven
      ? { units: unitsOf(files, given, { world, place, root: name }), withheld: [], notes }
      : nothingMade,
    ...refused.map(({ problem, source }) => withheldAgent(source, problemClause(problem))),
    ...(unwritable === undefined ? [] : given.map((source) => withheldAgent(source, unwritable)))
  ])
}

/**
 * The agents of all offers as Kimi CLI takes them: one root agent that knows all others, which is nobody's alone, and two
 * files for each. Without an agent there is no root either.
 */
export const kimiUnits = (world: World, offers: ReadonlyArray<Offer>): Made => {
  const at = world.places.artifacts.filter(({ artifact }) => artifact.kind === "kimi-agents")
  if (at.length === 0) return nothingMade
  let read: Read = { sources: [], made: nothingMade }
  for (const offer of offers) for (const agent of offer.agents) read = readAgent(read, offer, agent)
  return together([read.made, ...at.map((place) => serveAt(world, place, read.sources))])
}
