import * as Effect from "effect/Effect"
import { resolve } from "node:path"
import * as Tls from "node:tls"
import { limits } from "../../domain/limits.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"

/** Files of certificates that are trusted beside the usual ones. */
const names = ["SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS"]

const usual = (): ReadonlyArray<string> =>
  typeof Tls.getCACertificates === "function" ? Tls.getCACertificates("default") : Tls.rootCertificates

const readOne = Effect.fnUntraced(function* (name: string) {
  const durable = yield* Durable
  const { variables, workingDirectory } = yield* Environment
  const given = variables.get(name) ?? ""
  if (given === "") return []
  const bytes = yield* Effect.mapError(
    Effect.flatMap(durable.realPath(resolve(workingDirectory, given)), (path) =>
      durable.read(path, { maxBytes: limits.settingsBytes })
    ),
    () => `the certificates that \`${name}\` names cannot be read`
  )
  return [Buffer.from(bytes).toString("utf8")]
})

/** Certificates of every authority that counts, PEM; undefined where only those do that are trusted anyway. The failure is a clause. */
export const trustedTexts = Effect.gen(function* () {
  const own = (yield* Effect.forEach(names, readOne)).flat()
  return own.length === 0 ? undefined : [...usual(), ...own]
})

/**
 * What servers' certificates are checked against: undefined for what Node trusts by itself, so that nothing is parsed
 * twice. The failure is a clause.
 */
export const trusted = Effect.gen(function* () {
  const ca = yield* trustedTexts
  if (ca === undefined) return undefined
  return yield* Effect.try({
    try: () => Tls.createSecureContext({ ca: [...ca] }),
    catch: () => `what \`${names.join("` or `")}\` names holds no certificates that can be read`
  })
})
