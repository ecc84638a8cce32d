import { createHash } from "node:crypto"
import {
  chmodSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { assert } from "vitest"
import { isLockFile } from "../../../src/domain/paths.ts"

/** One name in a tree. */
interface Node {
  readonly kind: "file" | "directory" | "link"
  readonly mode: number
  readonly uid: number
  readonly gid: number
  /** Bytes of a file, target of a link. */
  readonly content: Buffer
}

/** A folder with everything below it, by relative path; parents come first. */
export type Tree = ReadonlyMap<string, Node>

const kindOf = (path: string): Node["kind"] | undefined => {
  const stat = lstatSync(path)
  return stat.isDirectory()
    ? "directory"
    : stat.isFile()
      ? "file"
      : stat.isSymbolicLink()
        ? "link"
        : undefined
}

/** Reads a tree; lock files are never opened. */
export const readTree = (root: string): Tree => {
  const found = new Map<string, Node>()
  const visit = (name: string): void => {
    const path = join(root, name)
    const kind = kindOf(path)
    assert.isDefined(kind, `${path} is neither file nor folder nor link`)
    const { gid, mode, uid } = lstatSync(path)
    const content =
      kind === "link"
        ? Buffer.from(readlinkSync(path))
        : kind === "file" && !isLockFile(path)
          ? readFileSync(path)
          : Buffer.alloc(0)
    found.set(name, { kind, mode: mode & 0o7777, uid, gid, content })
    if (kind === "directory") for (const below of readdirSync(path).toSorted()) visit(join(name, below))
  }
  visit("")
  return found
}

const openUp = (path: string): void => {
  if (!lstatSync(path).isDirectory()) return
  chmodSync(path, 0o700)
  for (const name of readdirSync(path)) openUp(join(path, name))
}

/** Makes a folder hold exactly a tree. The folder itself stays, so that it may be a mount point. */
export const writeTree = (root: string, tree: Tree): void => {
  openUp(root)
  for (const name of readdirSync(root)) rmSync(join(root, name), { recursive: true, force: true })
  for (const [name, node] of tree) {
    const path = join(root, name)
    if (node.kind === "directory" && !existsSync(path)) mkdirSync(path)
    if (node.kind === "file") writeFileSync(path, node.content)
    if (node.kind === "link") symlinkSync(String(node.content), path)
    lchownSync(path, node.uid, node.gid)
  }
  for (const [name, node] of [...tree].toReversed())
    if (node.kind !== "link") chmodSync(join(root, name), node.mode)
}

/** What invariant 2 does not speak of. */
const aside = /^\.gsd\/(?:lock|lock\.json|audit\.jsonl|(?:cache|trash|attention|runs)(?:\/.*)?)$/u

const records = /^\.gsd\/(?:(?:projects\/[0-9a-f]+\/)?ledger|consent)\.json$/u

/** A record without what differs from run to run: names of transactions, times, and the head of the log. */
const settled = (text: string): string =>
  text
    .replaceAll(/"(tx|lastTx)":\s*"[0-9a-f]{16}"/gu, '"$1":"[tx]"')
    .replaceAll(/"auditHead":\s*"[0-9a-f]{64}"/gu, '"auditHead":"[head]"')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/gu, "[time]")

/** A tree as text by path, without what may always differ. */
export type Shown = ReadonlyMap<string, string>

const textOf = (name: string, node: Node, exact: boolean): string => {
  const content =
    exact || !records.test(name) ? node.content.toString("latin1") : settled(String(node.content))
  return `${node.kind} ${node.kind === "link" ? "" : node.mode.toString(8)} ${node.uid}:${node.gid} ${content}`
}

/** A home as text by path: to the byte, or without what differs from run to run. */
export const shown = (tree: Tree, exact = true): Shown =>
  new Map(
    [...tree].flatMap(([name, node]) =>
      aside.test(name) ? [] : [[name, textOf(name, node, exact)] as const]
    )
  )

/** Paths at which two homes differ. */
export const differences = (left: Shown, right: Shown): ReadonlyArray<string> =>
  [...new Set([...left.keys(), ...right.keys()])].filter((path) => left.get(path) !== right.get(path))

/** Two states of a home, one of which a command must leave. */
export interface Ends {
  readonly before: Tree
  readonly after: Tree
}

/** Which of two states a home is in; fails when it is in neither. */
export const endOf = (home: string, { after, before }: Ends, where: string): keyof Ends => {
  const now = readTree(home)
  const fromBefore = differences(shown(now), shown(before))
  if (fromBefore.length === 0) return "before"
  const fromAfter = differences(shown(now, false), shown(after, false))
  assert.deepStrictEqual(
    fromAfter,
    [],
    `${where}: neither before (${fromBefore.join(", ")}) nor after (${fromAfter.join(", ")})`
  )
  return "after"
}

/** What a command that is over may not leave, by path: stagings, transactions, temporaries. */
export const leftovers = (home: string): ReadonlyArray<string> =>
  [...readTree(home).keys()].filter(
    (path) => /^\.gsd\/(?:staging|tx)\/./u.test(path) || /(?:^|\/)\.[^/]*\.gsd-[0-9a-f]{16}$/u.test(path)
  )

/** Whether a command that runs has begun to stage or to commit. */
export const isAtWork = (home: string): boolean =>
  ["staging", "tx"].some((name) => {
    const folder = join(home, ".gsd", name)
    return existsSync(folder) && readdirSync(folder).length > 0
  })

/** One line of the audit log. */
export interface Line {
  readonly event: "begin" | "commit" | "abort"
  readonly tx: string
  readonly op: string
  readonly id?: string
  readonly version?: string
  readonly prev: string
}

/** The audit log's lines, after each was proved to name the one before it, and to stand alone between begin and end. */
export const auditOf = (home: string): ReadonlyArray<Line> => {
  const path = join(home, ".gsd/audit.jsonl")
  if (!existsSync(path)) return []
  const text = readFileSync(path, "utf8")
  assert.isTrue(text.endsWith("\n"), "the log ends with a whole line")
  let prev = ""
  let begun: string | undefined
  return text
    .trimEnd()
    .split("\n")
    .map((one, index) => {
      const line: Line = JSON.parse(one)
      assert.strictEqual(line.prev, prev, `line ${index + 1} names the line before it`)
      prev = createHash("sha512").update(one).digest("hex").slice(0, 64)
      if (line.event === "begin") assert.isUndefined(begun, `line ${index + 1} begins inside another`)
      else assert.strictEqual(line.tx, begun, `line ${index + 1} ends what began`)
      begun = line.event === "begin" ? line.tx : undefined
      return line
    })
}

/** What was committed, in order. */
export const commitsOf = (home: string): ReadonlyArray<Line> =>
  auditOf(home).filter((line) => line.event === "commit")
