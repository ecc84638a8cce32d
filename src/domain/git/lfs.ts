import { decodeText } from "../archive/tarHeader.ts"
import { SourceRefused } from "../source/errors.ts"
import { visible } from "../text/escape.ts"

/** Longest text that stands in place of a file kept by Git LFS, in bytes. Source: Git LFS specification, "The Pointer". */
const pointerBytes = 1024

/** Shortest one, in bytes: a version, a sha256 and a size. */
const leastPointerBytes = 100

/** Tells by a file's size whether it is worth a look. */
export const mayBeLfsPointer = (size: number): boolean => size >= leastPointerBytes && size <= pointerBytes

const pointer =
  /^version https:\/\/(?:git-lfs|hawser)\.github\.com\/spec\/[^\n]*\n(?:[^\n]*\n)*oid [a-z0-9]+:[0-9a-f]+(?:\r?\n|$)/u

/** Tells whether a file is only a pointer to one that Git LFS keeps elsewhere. */
export const isLfsPointer = (bytes: Uint8Array): boolean =>
  bytes.length <= pointerBytes && pointer.test(decodeText(bytes).text)

/** Refuses a pointer in place of a file. The source is canonical. */
export const lfsPointer = (source: string, path: string) =>
  new SourceRefused({
    source,
    rule: "lfs-pointer",
    reason: `holds an LFS pointer at \`${visible(path)}\` in place of the file, which Git LFS keeps elsewhere`,
    hint: "Put the file itself into the source: in its repository, `git lfs migrate export --include=PATH`"
  })
