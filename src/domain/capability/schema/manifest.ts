import * as Schema from "effect/Schema"
import { FeatureManifest } from "./feature.ts"
import { ReviewerManifest } from "./reviewer.ts"
import { RuntimeManifest } from "./runtime.ts"

/**
 * Decoded `capability.json`, a union tagged by `role`. Unknown members are dropped here; consent hashes the raw
 * value, which the caller keeps beside it. Source: seed 000.
 */
export const Manifest = Schema.Union([FeatureManifest, RuntimeManifest, ReviewerManifest])
  .pipe(Schema.toTaggedUnion("role"))
  .annotate({ identifier: "Manifest", description: "Declaration of one capability" })

/** Decoded `capability.json`, a union tagged by `role`. */
export type Manifest = typeof Manifest.Type
