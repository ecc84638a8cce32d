import * as ByteSize from "effect/ByteSize"
import type * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type { FileIdentity } from "../../../domain/disk/identity.ts"
import { metaOf, type Node } from "./node.ts"

const typeBits = { file: 0o100000, directory: 0o040000, link: 0o120000 } as const

const types = { file: "File", directory: "Directory", link: "SymbolicLink" } as const

const sizeOf = (node: Node): number => {
  if (node.kind === "file") return node.version.bytes.byteLength
  return node.kind === "link" ? Buffer.byteLength(node.target) : 0
}

const dateOf = (ns: bigint): Option.Option<Date> => Option.some(new Date(Number(ns / 1_000_000n)))

/** Type of a node in Effect's words. */
export const typeOf = (node: Node): FileSystem.File.Type => types[node.kind]

/** `stat` of a node as Effect's FileSystem gives it. */
export const infoOf = (node: Node): FileSystem.File.Info => ({
  type: typeOf(node),
  mtime: dateOf(node.mtimeNs),
  atime: dateOf(node.mtimeNs),
  birthtime: Option.none(),
  dev: node.dev,
  ino: Option.some(node.ino),
  mode: typeBits[node.kind] | metaOf(node).mode,
  nlink: Option.some(BigInt(node.links)),
  uid: Option.some(metaOf(node).uid),
  gid: Option.some(metaOf(node).gid),
  rdev: Option.none(),
  size: ByteSize.bytes(sizeOf(node)),
  blksize: Option.none(),
  blocks: Option.none()
})

/** `lstat` of a node with nanoseconds. */
export const identityOf = (node: Node): FileIdentity => ({
  kind: node.kind,
  size: sizeOf(node),
  mode: metaOf(node).mode,
  uid: metaOf(node).uid,
  gid: metaOf(node).gid,
  links: node.links,
  dev: node.dev,
  ino: node.ino,
  mtimeNs: node.mtimeNs,
  ctimeNs: node.ctimeNs
})
