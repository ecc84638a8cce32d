import * as Schema from "effect/Schema"
import { Strings, Text } from "./primitives.ts"

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

const common = {
  env: Strings,
  probe: Schema.optionalKey(Strings),
  probeExists: Schema.optionalKey(Text),
  skillsHome: Schema.optionalKey(Schema.suspend((): Schema.Codec<ConfigHome> => ConfigHome))
}

/** Where a runtime keeps its global configuration, by kind. Source: seed 000, runtime body; decisions 6. */
export const ConfigHome = Schema.Union([
  Schema.Struct({
    kind: Schema.Literals(["dot-home", "xdg", "generic-agents-root"]),
    name: Text,
    ...common
  }),
  Schema.Struct({ kind: Schema.Literal("dot-home-nested"), name: Text, parent: Text, ...common }),
  Schema.Struct({ kind: Schema.Literal("none"), name: Schema.optionalKey(Text), ...common })
]).annotate({ identifier: "ConfigHome", description: "Where the runtime keeps its global configuration" })
