import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { Http, type HttpRequest } from "../../src/services/Http.ts"

/** A request with the usual bounds. */
export const requestTo = (url: string, rest: Partial<HttpRequest> = {}): HttpRequest => ({
  url,
  deadline: Duration.minutes(5),
  idle: Duration.seconds(30),
  maxBytes: 1024 * 1024,
  redirects: 5,
  ...rest
})

/** Reads an address, or fails with what the service says. */
export const read = (url: string, rest: Partial<HttpRequest> = {}) =>
  Effect.flatMap(Http, (http) => http.read(requestTo(url, rest)))

/** Every word of an error that a person or a program could see. */
export const wordsOf = (error: unknown): string =>
  error instanceof Error
    ? `${error.message} ${JSON.stringify(error)} ${String(error.stack)}`
    : JSON.stringify(error)
