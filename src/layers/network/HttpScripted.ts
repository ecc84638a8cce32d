import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { HttpFailed } from "../../domain/network/errors.ts"
import { Http } from "../../services/Http.ts"

const missing = (url: string) =>
  Effect.fail(new HttpFailed({ url, fault: "dns", reason: "no server answers here" }))

/** A network in which nobody answers. */
export const layerNone = Layer.succeed(
  Http,
  Http.of({ stream: ({ url }) => missing(url), read: ({ url }) => missing(url), route: missing })
)
