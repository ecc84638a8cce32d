import { lchownSync, readdirSync, lstatSync } from "node:fs"
import { join } from "node:path"

/** Who runs a process. */
export interface User {
  readonly name: string
  /** User and group; undefined is whoever runs the tests. */
  readonly id: number | undefined
}

/** Tells whether the tests run as root, which may run as anybody. */
export const isRoot = process.geteuid?.() === 0

/** Whoever runs the tests. */
export const caller: User = { name: isRoot ? "as root" : "as the caller", id: undefined }

/** A user without any rights. */
export const nobody: User = { name: "as an unprivileged user", id: 65_534 }

/** Everybody the fast tests are run as. */
export const users: ReadonlyArray<User> = isRoot ? [caller, nobody] : [caller]

/** Ids of a user as `spawn` takes them. */
export const idsOf = ({ id }: User) => (id === undefined ? {} : { uid: id, gid: id })

/** Gives everything at and below a path to a user. */
export const give = (path: string, user: User): void => {
  if (user.id === undefined) return
  lchownSync(path, user.id, user.id)
  if (!lstatSync(path).isDirectory()) return
  for (const name of readdirSync(path)) give(join(path, name), user)
}
