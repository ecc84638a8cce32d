import * as Redacted from "effect/Redacted"

/** A value that goes to a child; redacted ones never appear in a message, log or record. */
export type Sensitive = string | Redacted.Redacted<string>

/** The whole environment of a child: nothing is added but the run's cookie. */
export type Environment = Readonly<Record<string, Sensitive>>

/** The plain text, for the one place that hands it to the operating system. */
export const reveal = (value: Sensitive): string =>
  Redacted.isRedacted(value) ? Redacted.value(value) : value

/** Plain value of a variable; on Windows a name has no case. */
export const variableIn = (env: Environment, name: string, isWindows: boolean): string | undefined => {
  const wanted = isWindows ? name.toUpperCase() : name
  const entry = Object.entries(env).find(([key]) => (isWindows ? key.toUpperCase() : key) === wanted)
  return entry === undefined ? undefined : reveal(entry[1])
}

/** Variables with plain values, without a prototype so that no name is special. */
export const revealAll = (env: Environment): Record<string, string> => {
  const plain: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(env)) plain[name] = reveal(value)
  return plain
}
