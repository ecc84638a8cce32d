import type { Details } from "../../domain/overlay/details.ts"
import { visible } from "../../domain/text/escape.ts"
import { renderDisclosure } from "./disclosure.ts"
import { inRuntime } from "./receipt.ts"
import { labelled, padded, type View } from "./view.ts"

const column = 13

const consentOf = (details: Details): string => {
  const { consent } = details
  if (consent === undefined) return "none"
  const revoked = consent.revoked === undefined ? "" : `, revoked ${consent.revoked}`
  return `${consent.how} by ${consent.by}, ${consent.at}${revoked}`
}

const factsOf = (details: Details): ReadonlyArray<readonly [string, string]> => [
  ["title", details.title],
  ["description", details.description],
  ["role", `${details.role}, tier ${details.tier}`],
  ["status", details.reason === undefined ? details.status : `${details.status}: ${details.reason}`],
  ["verified", details.verifiedAt ?? "never"],
  ["installed", details.installedAt],
  ...(details.resolved === undefined ? [] : [["resolved", details.resolved] as const]),
  ...(details.pin === undefined ? [] : [["pinned", `at ${details.pin}`] as const]),
  ["consent", consentOf(details)],
  ["path", details.path],
  ["content hash", details.contentHash],
  ["files", details.files.join(", ")],
  ...(details.projected === undefined
    ? []
    : [["hosts", details.projected.map(inRuntime).join(", ")] as const])
]

/** Everything known of one capability. */
export const renderShow = (details: Details, view: View): string => {
  const { bold, dim } = view.paint
  const facts = factsOf(details).flatMap(([name, value]) =>
    labelled(`  ${padded(name, column)} `, visible(value), view)
  )
  const kept = details.generations.map((one) => {
    const mark = one.generation === details.generation ? "active" : "kept"
    return `  ${padded(`${one.generation}`, 4)} ${padded(visible(one.version), 12)} ${one.installedAt}  ${dim(mark)}`
  })
  const disclosure = renderDisclosure(
    {
      id: details.id,
      version: details.version,
      scope: details.scope,
      source: visible(details.source),
      digest: details.consentDigest,
      disclosure: details.disclosure,
      notices: [],
      changes: [],
      wiring: details.wired
    },
    view
  )
  return [disclosure, "", bold("Details"), ...facts, "", bold("Generations"), ...kept].join("\n")
}
