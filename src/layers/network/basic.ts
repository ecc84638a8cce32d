import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

const decoded = (text: string): string =>
  Result.getOrElse(
    Result.try(() => decodeURIComponent(text)),
    () => text
  )

/** The header value for the user name and password of an address; undefined when it has none. */
export const basicOf = ({ password, username }: URL): Redacted.Redacted<string> | undefined =>
  username === "" && password === ""
    ? undefined
    : Redacted.make(`Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString("base64")}`, {
        label: "authorization"
      })
