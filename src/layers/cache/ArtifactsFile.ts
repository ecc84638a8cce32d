import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { HttpFailed } from "../../domain/network/errors.ts"
import { Artifacts } from "../../services/Artifacts.ts"

/** Being written. */
export const layer = Layer.succeed(
  Artifacts,
  Artifacts.of({
    fetch: ({ request }) =>
      Effect.fail(new HttpFailed({ url: request.url, fault: "protocol", reason: "being written" })),
    keep: (path) => Effect.succeed({ path, sha512: "" })
  })
)
