import type * as Effect from "effect/Effect"
import type { Bounds } from "../../domain/archive/bounds.ts"
import type { Source } from "../../domain/source/source.ts"
import type { Artifacts } from "../../services/Artifacts.ts"
import type { Durable } from "../../services/Durable.ts"
import type { Environment } from "../../services/Environment.ts"
import type { GsdHome } from "../../services/GsdHome.ts"
import type { Http } from "../../services/Http.ts"
import type { Policies } from "../../services/Policies.ts"
import type {
  Fetched,
  FetchError,
  ResolvedSource,
  ResolveError,
  SourceWish
} from "../../services/SourceResolver.ts"
import type { Spawner } from "../../services/Spawner.ts"
import type { Staging } from "../../services/Store.ts"

/** What adapters stand on. */
export type AdapterServices = Artifacts | Durable | Environment | GsdHome | Http | Policies | Spawner

/** One resolved source on its way into a staging. */
export interface Wanted {
  readonly resolved: ResolvedSource
  readonly staging: Staging
  /** Digest that the caller asks for. */
  readonly integrity: string | undefined
  readonly bounds: Bounds
}

/** How one kind of source is asked and fetched; `R` is what it stands on. */
export interface Adapter<K extends Source["kind"], R = AdapterServices> {
  readonly resolve: (
    source: Extract<Source, { readonly kind: K }>,
    wish: SourceWish
  ) => Effect.Effect<ResolvedSource, ResolveError, R>
  readonly fetch: (wanted: Wanted) => Effect.Effect<Fetched, FetchError, R>
}
