import * as Option from "effect/Option"

/** Names of variables that hold what must not be told. */
const secretName =
  /token|secret|passw|passphrase|credential|api_?key|access_?key|private_?key|signing_?key|(?:^|_)auth|session|cookie|jwt|dsn|otlp_(?:\w+_)?headers$|(?:^|_)pat$/iu

/** Shorter values are words that stand in messages anyway, such as `true` and `1`. */
const shortestSecret = 6

/** User and password of an address. */
const userInfo = /(\/\/)[^\s/?#@]+@/gu

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)

const passwordOf = (value: string): ReadonlyArray<string> => {
  const url = URL.parse(value)
  return url === null || url.password === "" ? [] : [url.password]
}

const decode = Option.liftThrowable(decodeURIComponent)

/** Values of headers as `name=value,…` has them, escaped and not. */
const headerValues = (value: string): ReadonlyArray<string> =>
  value.split(",").flatMap((pair) => {
    const text = pair.slice(pair.indexOf("=") + 1).trim()
    return [text, ...Option.toArray(decode(text))]
  })

const secretsOf = ([name, value]: readonly [string, string]): ReadonlyArray<string> => [
  ...(secretName.test(name) ? [value, ...headerValues(value)] : []),
  ...passwordOf(value)
]

/**
 * Takes out of a text what nobody else may read: values of variables whose names say that they are secrets, passwords in
 * any variable's address, and user and password of any address. The last barrier only: nothing that may hold a secret is
 * told in the first place.
 */
export const scrubber = (variables: ReadonlyMap<string, string>): ((text: string) => string) => {
  const secrets = [...new Set([...variables].flatMap(secretsOf))]
    .filter((one) => one.length >= shortestSecret)
    .toSorted((one, other) => other.length - one.length)
  const known = secrets.length === 0 ? undefined : new RegExp(secrets.map(escaped).join("|"), "gu")
  return (text) => {
    const clean = text.replaceAll(userInfo, "$1…@")
    return known === undefined ? clean : clean.replaceAll(known, "…")
  }
}
