import * as Result from "effect/Result"
import { limits } from "../limits.ts"
import { BundleRefused } from "../store/errors.ts"
import { visible } from "../text/escape.ts"
import type { ArchiveFault } from "./errors.ts"
import type { Extended } from "./pax.ts"
import type { TarHeader } from "./tarHeader.ts"

/** What an entry of an archive is. Only the first two may stand in a bundle. */
export type TarKind = "file" | "directory" | "hard-link" | "link" | "device" | "pipe" | "sparse" | "unknown"

/** One entry of an archive, before anything is decided about it. */
export interface TarEntry {
  /** With `/`, without a leading `./` and a folder's last `/`; empty for the archive's root. */
  readonly path: string
  readonly isUtf8: boolean
  readonly kind: TarKind
  /** Bytes that follow the header. */
  readonly size: number
}

const kinds: ReadonlyMap<string, TarKind> = new Map([
  ["0", "file"],
  ["1", "hard-link"],
  ["2", "link"],
  ["3", "device"],
  ["4", "device"],
  ["5", "directory"],
  ["6", "pipe"],
  ["S", "sparse"]
])

/** A file of the oldest format whose name ends in `/` is a folder. */
const kindOf = (type: string, name: string): TarKind =>
  type === "0" && name.endsWith("/") ? "directory" : (kinds.get(type) ?? "unknown")

const pathOf = (name: string, kind: TarKind): string => {
  const inner = name.startsWith("./") ? name.slice(2) : name
  const path = kind === "directory" && inner.endsWith("/") ? inner.slice(0, -1) : inner
  return kind === "directory" && path === "." ? "" : path
}

/** Puts a header and the extended one before it together. */
export const entryOf = (header: TarHeader, extended: Extended): Result.Result<TarEntry, ArchiveFault> => {
  const { isUtf8, text } = extended.path ?? { isUtf8: header.isUtf8, text: header.name }
  const kind = extended.isSparse === true ? "sparse" : kindOf(header.type, text)
  const size = extended.size ?? header.size
  const path = pathOf(text, kind)
  if (kind === "directory" && size > 0)
    return Result.fail({
      rule: "header",
      reason: `its folder \`${visible(path, 200)}\` has bytes of its own`
    })
  return Result.succeed({ path, isUtf8, kind, size })
}

const reasons: Readonly<Record<Exclude<TarKind, "file" | "directory">, string>> = {
  "hard-link": "it is a hard link",
  link: "it is a symbolic link",
  device: "it is a device",
  pipe: "it is a pipe",
  sparse: "it is a sparse file",
  unknown: "it is neither a file nor a folder"
}

/** Text of a path for a message, short whatever the path. */
export const shownPath = (path: string): string => visible(path, limits.shownCharacters)

/** Refuses everything but files and folders. The rule is the kind's word. */
export const judgeKind = ({ kind, path }: TarEntry): BundleRefused | undefined =>
  kind === "file" || kind === "directory"
    ? undefined
    : new BundleRefused({
        path: shownPath(path),
        rule: kind,
        reason: reasons[kind],
        hint: "Put the file itself into the archive; bundles hold files and folders only"
      })
