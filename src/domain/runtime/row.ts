import type { RuntimeBody } from "../capability/schema/runtime.ts"
import type { RegistryOrigin } from "../registry/Registry.ts"
import type { Runtime } from "./choose.ts"
import type { RuntimeHome } from "./home.ts"

/** A runtime as lists show it. */
export interface RuntimeRow {
  readonly id: string
  readonly title: string
  readonly supportTier: RuntimeBody["supportTier"]
  /** Its home in the scope; null when there is none, or it is refused. */
  readonly home: string | null
  /** Whether the home is there; null when there is none or nobody could tell. */
  readonly exists: boolean | null
  /** A clause: why this home, or why none. */
  readonly reason: string
  /** Further folders that the runtime is looked for in and that are there too. */
  readonly others: ReadonlyArray<string>
  readonly configFormat: RuntimeBody["configFormat"]
  readonly hooksSurface: RuntimeBody["hooksSurface"]
  readonly origin: RegistryOrigin
}

/** The row of a runtime whose home is this. */
export const runtimeRow = (
  { body, id, manifest, origin }: Runtime,
  { exists, others, path, reason }: Pick<RuntimeHome, "exists" | "others" | "path" | "reason">
): RuntimeRow => ({
  id,
  title: manifest.title,
  supportTier: body.supportTier,
  home: path,
  exists,
  reason,
  others,
  configFormat: body.configFormat,
  hooksSurface: body.hooksSurface,
  origin
})
