import { hexOfIntegrity } from "./hash.ts"

/** Joins with `/`, which every supported system accepts. */
const join = (...parts: ReadonlyArray<string>): string => parts.join("/").replace(/\/{2,}/gu, "/")

/** Where a ledger lives: the user's, or one project's. */
export type LedgerScope =
  | { readonly kind: "global" }
  | {
      readonly kind: "project"
      /** First 32 hex digits of sha256 of the native real path of `root`. */
      readonly key: string
      readonly root: string
    }

/** The scope of the user's own ledger. */
export const globalScope: LedgerScope = { kind: "global" }

/** The word under which consent records of a scope are kept: `global`, or the project's key. */
export const scopeKey = (scope: LedgerScope): string => (scope.kind === "global" ? "global" : scope.key)

/** Name of a bundle's folder in the store: the first 64 hex digits of its content hash. */
export const storeKey = (contentHash: string): string => hexOfIntegrity(contentHash).slice(0, 64)

/** What can be had again: seals, and files of servers. */
const cachePathsOf = (root: string) => ({
  cache: join(root, "cache"),
  seal: (contentHash: string) => join(root, "cache", "seals", `${storeKey(contentHash)}.json`),
  seals: join(root, "cache", "seals"),
  /** `H/cache/artifacts/<hex>`: a fetched file, named by its digest `sha512-<base64>`. */
  artifact: (sha512: string) => join(root, "cache", "artifacts", hexOfIntegrity(sha512)),
  artifacts: join(root, "cache", "artifacts"),
  /** Files that are being fetched. */
  parts: join(root, "cache", "parts")
})

/** What is under way: transactions and stagings. */
const workPathsOf = (root: string) => ({
  transactions: join(root, "tx"),
  transaction: (tx: string) => join(root, "tx", tx),
  journal: (tx: string) => join(root, "tx", tx, "journal.json"),
  before: (tx: string, row: number) => join(root, "tx", tx, `${row}.before`),
  stagings: join(root, "staging"),
  staging: (tx: string) => join(root, "staging", tx),
  stagingLock: (tx: string) => join(root, "staging", `${tx}.live`)
})

/**
 * Every place under the root H (`~/.gsd`), as functions of it. Source: transaction.md "Files".
 * Example: `pathsOf("/home/ada/.gsd").ledger(globalScope)` is `/home/ada/.gsd/ledger.json`.
 */
export const pathsOf = (root: string) => ({
  root,
  /** `H/ledger.json`, or `H/projects/<key>/ledger.json`. */
  ledger: (scope: LedgerScope) =>
    scope.kind === "global" ? join(root, "ledger.json") : join(root, "projects", scope.key, "ledger.json"),
  projects: join(root, "projects"),
  store: join(root, "store"),
  /** `H/store/<key>`: `bundle/` and `files.json`. */
  stored: (contentHash: string) => join(root, "store", storeKey(contentHash)),
  /** `H/store/<key>/bundle`. */
  bundle: (contentHash: string) => join(root, "store", storeKey(contentHash), "bundle"),
  views: join(root, "capabilities"),
  /** `H/capabilities/<id>`, a link for people; never read for decisions. */
  view: (id: string) => join(root, "capabilities", id),
  ...workPathsOf(root),
  trash: join(root, "trash"),
  attention: join(root, "attention"),
  /** `H/attention/ledger-<scope>-<hash>.json`: the bytes of a ledger that a rebuild replaced. */
  keptLedger: (scope: LedgerScope, hash: string) =>
    join(root, "attention", `ledger-${scopeKey(scope)}-${hash.slice(0, 16)}.json`),
  runs: join(root, "runs"),
  /** `H/runs/<runId>`: what a review works with while it lasts. */
  run: (runId: string) => join(root, "runs", runId),
  /** `H/runs/<runId>/run.json`: whose it is. */
  runNote: (runId: string) => join(root, "runs", runId, "run.json"),
  /** `H/runs/<runId>/kept.json`: the same, once it is over and its folder stays. */
  runKept: (runId: string) => join(root, "runs", runId, "kept.json"),
  /** How reviews ended, a line each. */
  runHistory: join(root, "runs", "history.jsonl"),
  ...cachePathsOf(root),
  consent: join(root, "consent.json"),
  /** Where consents are while the public system keeps its own in the file of that name. */
  consentBeside: join(root, "consents.json"),
  policy: join(root, "policy.json"),
  config: join(root, "config.json"),
  registries: join(root, "registries.json"),
  audit: join(root, "audit.jsonl"),
  lock: join(root, "lock"),
  lockHolder: join(root, "lock.json")
})

const keptLedger = /\/ledger-(global|[0-9a-f]{32})-[0-9a-f]{16}\.json$/u

/** The scope, as a key, whose broken ledger a rebuild kept under this path; undefined for any other path. */
export const scopeOfKeptLedger = (path: string): string | undefined => keptLedger.exec(path)?.[1]

/** Every place under one root. */
export type Paths = ReturnType<typeof pathsOf>

/**
 * Tells whether a file is a lock by its last name. Whoever walks H asks before opening a file: opening and
 * closing a lock file in the process that holds it drops the lock. Source: transaction.md "Lock".
 */
export const isLockFile = (path: string): boolean => {
  const name = path.slice(path.lastIndexOf("/") + 1)
  return name === "lock" || name.endsWith(".live")
}

/** Directory part of a path; `/` for a top-level name. */
export const parentOf = (path: string): string => path.slice(0, Math.max(1, path.lastIndexOf("/")))

/** Last name of a path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

/** Tells whether `inner` is `outer` or lies below it; both absolute and normal. */
export const isWithin = (inner: string, outer: string): boolean =>
  inner === outer || inner.startsWith(outer.endsWith("/") ? outer : `${outer}/`)

/** Name of the transaction that a temporary of ours beside `path` belongs to, by the temporary's last name; undefined for any other file. */
export const ownerOfTemporary = (path: string, name: string): string | undefined => {
  const start = `.${nameOf(path)}.gsd-`
  const tx = name.startsWith(start) ? name.slice(start.length) : ""
  return /^[0-9a-f]{16}$/u.test(tx) ? tx : undefined
}

/** Temporary name beside a foreign or own file, named after the transaction that owns it. */
export const temporaryOf = (path: string, tx: string): string =>
  join(parentOf(path), `.${nameOf(path)}.gsd-${tx}`)
