import * as Schema from "effect/Schema"
import { about, Strings, Text } from "./primitives.ts"

interface HomeCommon {
  readonly env: ReadonlyArray<string>
  readonly probe?: ReadonlyArray<string>
  readonly probeExists?: string
  readonly skillsHome?: ConfigHome
}

/** Where a runtime keeps its global configuration, by kind. Source: seed 000, runtime body; decisions 6. */
export type ConfigHome =
  | (HomeCommon & { readonly kind: "dot-home" | "xdg" | "generic-agents-root"; readonly name: string })
  | (HomeCommon & { readonly kind: "dot-home-nested"; readonly name: string; readonly parent: string })
  | (HomeCommon & { readonly kind: "none"; readonly name?: string })

const name = Text.pipe(about("Name of the directory"))

const common = {
  env: Strings.pipe(about("Environment variables that name the directory, first set one wins")),
  probe: Schema.optionalKey(Strings).pipe(about("Directories of which the first that exists is taken")),
  probeExists: Schema.optionalKey(Text).pipe(about("Path that must exist below a probed directory")),
  skillsHome: Schema.optionalKey(Schema.suspend((): Schema.Codec<ConfigHome> => ConfigHome)).pipe(
    about("Where skills go, when elsewhere")
  )
}

/** Where a runtime keeps its global configuration, by kind. Source: seed 000, runtime body; decisions 6. */
export const ConfigHome = Schema.Union([
  Schema.Struct({
    kind: Schema.Literals(["dot-home", "xdg", "generic-agents-root"]).pipe(
      about("Rule by which `name` becomes a path")
    ),
    name,
    ...common
  }),
  Schema.Struct({
    kind: Schema.Literal("dot-home-nested").pipe(about("Directory `name` inside the dot directory `parent`")),
    name,
    parent: Text.pipe(about("Directory that holds it")),
    ...common
  }),
  Schema.Struct({
    kind: Schema.Literal("none").pipe(about("No global configuration")),
    name: Schema.optionalKey(name),
    ...common
  })
]).annotate({ identifier: "ConfigHome", description: "Where the runtime keeps its global configuration" })
