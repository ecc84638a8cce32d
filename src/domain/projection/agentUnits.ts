import * as Result from "effect/Result"
import { choiceOf } from "../runtime/dialect/behaviors.ts"
import { chooseConverter } from "../runtime/dialect/converters.ts"
import { problemClause } from "../runtime/dialect/problem.ts"
import type { Converted, DialectFile } from "../runtime/dialect/source.ts"
import { shown } from "../text/escape.ts"
import { contextOf, sourceText, type World } from "./dialectPlace.ts"
import type { Offer, OfferedAgent } from "./offer.ts"
import type { ArtifactPlace } from "./places.ts"
import { behaviorOf } from "./surface/behavior.ts"
import { pathClause, placedFile, together, withheldOne, type Made } from "./unit.ts"

/** An agent that is served at an entry of the layout. */
interface Serving {
  readonly world: World
  readonly place: ArtifactPlace
  readonly offer: Offer
  readonly agent: OfferedAgent
}

const markdown = ".md"

const extension = /^(?:\.[A-Za-z0-9]+)+$/u

/** Ending of an agent's Markdown file; undefined when `agentFileExtension` says what cannot be one. */
const extensionOf = ({ places }: World): string | undefined => {
  const said = behaviorOf(places, "agentFileExtension")
  if (said === undefined) return markdown
  return typeof said === "string" && extension.test(said) ? said : undefined
}

/** The files that a runtime takes of an agent, named as it wants. */
const filesFor = (world: World, { files, name }: Converted, ending: string): ReadonlyArray<DialectFile> => {
  const takesToml = behaviorOf(world.places, "agentTomlFiles") === true
  return files
    .filter(({ path }) => takesToml || !path.endsWith(".toml"))
    .map((file) => (file.path === `${name}${markdown}` ? { ...file, path: `${name}${ending}` } : file))
}

const convert = ({ agent, offer, place, world }: Serving): Result.Result<Converted, string> => {
  const { runtime } = world.places
  const { converter } = place.artifact
  const settings = world.agents.get(agent.stem)
  const converting = chooseConverter({ converter, kind: "agent", ...choiceOf(runtime.body.hostBehaviors) })
  return Result.flatMap(sourceText(agent.bytes), (text) =>
    Result.mapError(
      converting(
        { stem: agent.stem, kind: "agent", text, capability: offer.id },
        { ...contextOf(world, place, offer), ...(settings === undefined ? {} : { agent: settings }) }
      ),
      problemClause
    )
  )
}

const serve = (serving: Serving): Made => {
  const { agent, offer, place, world } = serving
  const refuse = (reason: string): Made =>
    withheldOne({ capability: offer.id, kind: "agent", name: agent.stem }, reason)
  const ending = extensionOf(world)
  if (ending === undefined)
    return refuse(shown`\`agentFileExtension\` of \`${world.places.runtime.id}\` is no ending of a file`)
  const converted = convert(serving)
  if (Result.isFailure(converted)) return refuse(converted.failure)
  const { name, notes } = converted.success
  const files = filesFor(world, converted.success, ending)
  const unwritable = files.map(({ path }) => pathClause(path)).find((clause) => clause !== undefined)
  if (unwritable !== undefined) return refuse(unwritable)
  return {
    units: [
      {
        capability: offer.id,
        kind: "agent",
        stem: agent.stem,
        name,
        files: files.map((file) => placedFile(world.places, place, file))
      }
    ],
    withheld: [],
    notes: notes.map((note) => `\`${name}\`: ${note}`)
  }
}

/** Why a runtime is given no agents; undefined when it is given them. */
export const agentsRefused = ({ places }: World): string | undefined => {
  if (behaviorOf(places, "namedSubagentsSupported") === false) return "its host knows no agents by name"
  const isPlaced = places.artifacts.some(
    ({ artifact }) => artifact.kind === "agents" || artifact.kind === "kimi-agents"
  )
  const where = places.scope.kind === "global" ? "" : " in a project"
  return isPlaced ? undefined : `the layout of this runtime places no agents${where}`
}

/** The agents of an offer, one Markdown file each, beside it what else the runtime runs them by. */
export const agentUnits = (world: World, offer: Offer): Made => {
  const at = world.places.artifacts.filter(({ artifact }) => artifact.kind === "agents")
  return together(offer.agents.flatMap((agent) => at.map((place) => serve({ world, place, offer, agent }))))
}

/** All agents of an offer, withheld. */
export const agentsWithheld = (offer: Offer, reason: string): Made =>
  together(
    offer.agents.map(({ stem }) => withheldOne({ capability: offer.id, kind: "agent", name: stem }, reason))
  )
