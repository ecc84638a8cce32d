import { assert, describe, it } from "@effect/vitest"
import { contentHash } from "../../../src/domain/content/contentHash.ts"
import { consentDigest, consentSubject } from "../../../src/domain/consent/digest.ts"
import { consentFacts, needsConsent, reasonsToAsk } from "../../../src/domain/disclosure/consentNeed.ts"
import { egressOf } from "../../../src/domain/disclosure/egress.ts"
import { fieldAt, manifestFields } from "../../../src/domain/disclosure/fields.ts"
import { powersOf } from "../../../src/domain/disclosure/powers.ts"
import { plainPath } from "../../../src/domain/disclosure/reach.ts"
import type { BundleFile } from "../../../src/domain/content/BundleFile.ts"
import { canonicalJson } from "../../../src/domain/json/canonical.ts"
import type { JsonValue } from "../../../src/domain/json/value.ts"
import { bundleOf, feature, httpReviewer, leavesOf, runtime, valueAt, withValue } from "./manifests.ts"

const digestOf = (manifest: JsonValue, files: ReadonlyArray<BundleFile>, hash = contentHash(files)): string =>
  consentDigest(
    consentSubject(manifest, {
      scopeKind: "global",
      source: "local",
      contentHash: hash,
      egress: egressOf(manifest, () => undefined)
    })
  )

const manifests = { feature, runtime, httpReviewer }

const pathsBehind = {
  path: plainPath,
  skill: (stem: string) => `skills/${stem}/SKILL.md`,
  agent: (stem: string) => `agents/${stem}.md`
}

/** `skills` is a list of scalars and one leaf; the table has a row per entry. */
const rowOf = (pointer: string) => fieldAt(pointer) ?? fieldAt(`${pointer}/0`)

const exampleAt = (pointer: string): JsonValue => {
  const example = rowOf(pointer)?.example ?? "other"
  return fieldAt(pointer) === undefined ? [example] : example
}

const leaves = Object.entries(manifests).flatMap(([name, manifest]) =>
  leavesOf(manifest).map((pointer) => ({ name, manifest, pointer }))
)

describe("manifestFields", () => {
  it("knows every field of a manifest that has them all", () => {
    assert.deepStrictEqual(
      leaves.filter(({ pointer }) => rowOf(pointer) === undefined),
      []
    )
  })

  it("has no row that no manifest here exercises", () => {
    const used = new Set(leaves.map(({ pointer }) => rowOf(pointer)))
    assert.deepStrictEqual(
      manifestFields.filter((row) => !used.has(row)).map(({ pattern }) => pattern),
      []
    )
  })

  it.each(leaves)(
    "a change of $pointer in the $name manifest changes the digest",
    ({ manifest, pointer }) => {
      const changed = withValue(manifest, pointer, exampleAt(pointer))
      const before = bundleOf(manifest)
      const after = bundleOf(changed)
      assert.notStrictEqual(digestOf(changed, after), digestOf(manifest, before))
      const binding = rowOf(pointer)?.binding
      const held = digestOf(changed, before, contentHash(before)) !== digestOf(manifest, before)
      assert.strictEqual(held, binding === "powers" || binding === "subject")
      const asks = needsConsent(consentFacts(manifest, before), consentFacts(changed, after))
      assert.strictEqual(asks, binding === "powers")
    }
  )

  const behind = leaves.flatMap(({ name, manifest, pointer }) => {
    const row = rowOf(pointer)
    const value = valueAt(manifest, pointer)
    if (row?.behind === undefined) return []
    const path = pathsBehind[row.behind](String(value))
    return [{ name, manifest, pointer, path }]
  })

  it.each(behind)("a byte of $path behind $pointer changes the digest and asks", ({ manifest, path }) => {
    const before = bundleOf(manifest)
    const after = bundleOf(manifest, { [path]: "changed" })
    assert.isTrue(before.some((file) => file.path === path))
    assert.notStrictEqual(digestOf(manifest, after), digestOf(manifest, before))
    const reasons = reasonsToAsk(consentFacts(manifest, before), consentFacts(manifest, after))
    assert.deepStrictEqual(
      reasons.map((reason) => reason.path),
      [path]
    )
  })

  it("covers every kind of file a manifest can name", () => {
    assert.isAtLeast(new Set(behind.map(({ path }) => path)).size, 8)
  })
})

describe("lane fields of seed 002", () => {
  const lane = (field: string, value: JsonValue) => withValue(runtime, `/reviewer/${field}`, value)
  const powers = (manifest: JsonValue) => canonicalJson(powersOf(manifest))

  it.each(["reviewsSection", "timeoutFloorMs"])("%s changes no powers", (field) => {
    assert.strictEqual(powers(lane(field, "anything")), powers(runtime))
  })

  it.each([
    "invoke/unknownFutureField",
    "invoke/reviewsSection",
    "unknownOuterField",
    "probe/timeoutFloorMs",
    "probe/unknown",
    "invoke/env/NEW"
  ])("a new %s asks again", (field) => {
    assert.notStrictEqual(powers(lane(field, "x")), powers(runtime))
  })

  it("asks again when an environment variable is added, changed or taken away", () => {
    const values = [{}, { OWL_QUIET: "2" }, { OWL_QUIET: "1", B: "1" }, { owl_quiet: "1" }].map((env) =>
      powers(lane("invoke/env", env))
    )
    assert.strictEqual(new Set([...values, powers(runtime)]).size, 5)
  })
})
