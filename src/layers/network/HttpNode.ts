import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { HttpFailed } from "../../domain/network/errors.ts"
import { Http } from "../../services/Http.ts"

/** How requests are made. */
export interface HttpOptions {
  /** Nothing is connected to; a mirror on the disk is still read. */
  readonly offline?: boolean
}

const missing = (url: string) =>
  Effect.fail(new HttpFailed({ url, fault: "protocol", reason: "being written" }))

/** Being written. */
export const layerWith = (_options: HttpOptions) =>
  Layer.succeed(
    Http,
    Http.of({ stream: ({ url }) => missing(url), read: ({ url }) => missing(url), route: missing })
  )
