import * as Result from "effect/Result"
import type { Problem } from "../capability/Problem.ts"
import { readJson, type JsonDocument } from "../json/intake.ts"
import type { JsonValue } from "../json/value.ts"
import { limits } from "../limits.ts"

/** A manifest as read from bytes. */
export interface ManifestText {
  readonly value: JsonValue
  /** Things worth saying that are no fault, such as a byte order mark. */
  readonly notes: ReadonlyArray<string>
  /** Place in the text of the member that an RFC 6901 pointer names. */
  readonly locate: JsonDocument["locate"]
}

/** Why bytes are no manifest: the JSON problem's tag, its sentence, its first hint, and its place if it has one. */
export interface UnreadableText {
  readonly problem: string
  readonly reason: string
  readonly hint: string
  readonly at?: { readonly line: number; readonly column: number }
}

/** Reads untrusted manifest bytes as strict JSON within the limits. */
export const readManifest = (bytes: Uint8Array): Result.Result<ManifestText, UnreadableText> =>
  Result.mapBoth(readJson(bytes, { maxBytes: limits.manifestBytes, maxDepth: limits.jsonDepth }), {
    onSuccess: (document) => ({
      // What a JSON reader made is a JSON value; the reader's own type does not say so.
      value: document.value as JsonValue,
      notes: document.notes.map((note) => note.message),
      locate: document.locate
    }),
    onFailure: (problem) => ({
      problem: problem._tag,
      reason: problem.message,
      hint: problem.hints[0] ?? "",
      ...("line" in problem ? { at: { line: problem.line, column: problem.column } } : {})
    })
  })

/** A note about a manifest's encoding as a problem of it. */
export const encodingNote = (message: string): Problem => ({
  rule: "manifest.encoding",
  severity: "warning",
  pointer: "",
  message,
  hint: "Save the file as UTF-8 without a byte order mark"
})
