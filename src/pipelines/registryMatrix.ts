import * as Effect from "effect/Effect"
import { matrixOf } from "../domain/registry/matrix.ts"
import { loadRegistry } from "./loadRegistry.ts"
import { scopeHere } from "./project/here.ts"

/** Which capabilities. */
export interface MatrixRequest {
  /** Also what is installed, for the user and for the current project. */
  readonly installed: boolean
}

/** What each capability brings to the loop and to reviews, from the registry as it is loaded. */
export const registryMatrix = Effect.fn("registryMatrix")(function* ({ installed }: MatrixRequest) {
  const scope = yield* scopeHere
  return matrixOf(yield* loadRegistry({ includeInstalled: installed, scope }))
})
