import * as Schema from "effect/Schema"

/** A file of a bundle: path with `/`, size in bytes, sha512 of the bytes, and the mode it is stored with. */
export const BundleFile = Schema.Struct({
  path: Schema.NonEmptyString,
  size: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  /** 128 lower-case hex digits. */
  sha512: Schema.String.check(Schema.isPattern(/^[0-9a-f]{128}$/u)),
  /** True is mode 0555, false 0444; see `derivedMode`. */
  executable: Schema.Boolean
})
export type BundleFile = typeof BundleFile.Type

/** `files.json` of a stored bundle: what a reader hashes its bytes against. Source: consent.md "Content hash". */
export const FileList = Schema.Struct({
  version: Schema.Literal(1),
  contentHash: Schema.String.check(Schema.isPattern(/^sha512-[A-Za-z0-9+/]{86}==$/u)),
  /** In the order of the content hash; each path once. */
  files: Schema.Array(BundleFile)
})
export type FileList = typeof FileList.Type

/** Name of the manifest in a bundle's root. */
export const manifestName = "capability.json"

/**
 * Mode of a stored file: 0555 when the manifest declares it as a script or binary or it starts with `#!`, else
 * 0444. Modes are not hashed, because they follow from what is.
 */
export const derivedMode = (facts: {
  readonly declared: boolean
  readonly startsWithShebang: boolean
}): number => (facts.declared || facts.startsWithShebang ? 0o555 : 0o444)
