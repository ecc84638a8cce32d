import * as Duration from "effect/Duration"
import type { HttpRequest } from "../../src/services/Http.ts"

/** A request with the usual bounds. */
export const requestTo = (url: string, rest: Partial<HttpRequest> = {}): HttpRequest => ({
  url,
  deadline: Duration.minutes(5),
  idle: Duration.seconds(30),
  maxBytes: 1024 * 1024,
  redirects: 5,
  ...rest
})
