import * as Result from "effect/Result"
import { decodeText } from "../json/decodeText.ts"
import { limits } from "../limits.ts"
import { behaviorsOf } from "../runtime/dialect/behaviors.ts"
import type { AgentSettings, DialectContext } from "../runtime/dialect/source.ts"
import type { Offer } from "./offer.ts"
import type { ArtifactPlace, Places } from "./places.ts"

/** What all texts of a runtime in a scope are written with. */
export interface World {
  readonly places: Places
  /** Stems of every skill that the runtime is given. */
  readonly commands: ReadonlySet<string>
  /** What the person's configuration says of agents, by stem. */
  readonly agents: ReadonlyMap<string, AgentSettings>
}

/** Prefix of names that are called: that of the skills, else of the commands. */
const commandPrefixOf = ({ artifacts }: Places): string =>
  (["skills", "commands"] as const)
    .map((kind) => artifacts.find(({ artifact }) => artifact.kind === kind)?.artifact.prefix)
    .find((prefix) => prefix !== undefined) ?? "gsd-"

/** Root of the skills when it is not `skills` below the configuration. */
const skillsDirOf = ({ artifacts, config }: Places): string | undefined => {
  const skills = artifacts.find(({ artifact }) => artifact.kind === "skills")?.path
  return skills === `${config}/skills` ? undefined : skills
}

/** Where a text of a capability goes, as dialects ask for it. */
export const contextOf = (
  { commands, places }: World,
  { artifact }: ArtifactPlace,
  { version }: Pick<Offer, "version">
): DialectContext => {
  const { runtime, scope } = places
  const skillsDir = skillsDirOf(places)
  return {
    runtime: runtime.id,
    scope: scope.kind === "global" ? "global" : "local",
    prefix: artifact.prefix,
    destSubpath: artifact.destSubpath,
    commandPrefix: commandPrefixOf(places),
    home: places.home,
    configDir: places.config,
    ...(skillsDir === undefined ? {} : { skillsDir }),
    localConfigDir: runtime.body.localConfigDir ?? null,
    sandboxTier: runtime.body.sandboxTier,
    behaviors: behaviorsOf(runtime.body.hostBehaviors),
    version,
    commands
  }
}

/** The text of a source that a dialect writes anew; the failure is a clause without a period about `it`. */
export const sourceText = (bytes: Uint8Array): Result.Result<string, string> => {
  if (bytes.length > limits.skillTextBytes)
    return Result.fail(
      `its text has ${bytes.length} bytes, more than the ${limits.skillTextBytes} that are written anew`
    )
  return Result.mapBoth(decodeText(bytes), {
    onSuccess: ({ text }) => text,
    onFailure: ({ encoding, offset }) =>
      encoding === "invalid UTF-8"
        ? `its text is no UTF-8: byte ${offset} starts no character`
        : `its text is encoded as ${encoding}, and only UTF-8 is read`
  })
}
