import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

/** An open connection; it holds its locks until closed, or until nobody refers to it any more. */
export interface Connection {
  readonly exec: (sql: string) => void
  readonly close: () => void
}

type Open = new (path: string, options: Readonly<Record<string, unknown>>) => Connection

/** SQLite, or the lack of it, said no. */
export class SqliteRefusal extends Data.TaggedError("SqliteRefusal")<{
  /** Primary result code, such as 5 for SQLITE_BUSY; 0 when the refusal was not SQLite's own. */
  readonly code: number
  readonly reason: string
}> {}

const primaryBits = 0xff

const refusalOf = (cause: unknown): SqliteRefusal => {
  const errcode = typeof cause === "object" && cause !== null && "errcode" in cause ? cause.errcode : 0
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new SqliteRefusal({ code: typeof errcode === "number" ? errcode & primaryBits : 0, reason })
}

/** Loads `node:sqlite` without the one warning that Node 22 prints about it. */
const load = (): object | undefined => {
  const { emitWarning } = process
  const isAboutSqlite = (warning: unknown) => String(warning).startsWith("SQLite is an experimental feature")
  process.emitWarning = (warning: string | Error, ...rest: ReadonlyArray<unknown>) => {
    if (!isAboutSqlite(warning)) Reflect.apply(emitWarning, process, [warning, ...rest])
  }
  const loaded: object | undefined = process.getBuiltinModule("node:sqlite")
  process.emitWarning = emitWarning
  return loaded
}

let found: Open | undefined

/** The class under whichever name this Node has it. */
const connectionClass = (): Open => {
  if (found !== undefined) return found
  const sqlite = load() ?? {}
  const exported: unknown = Reflect.get(sqlite, "DatabaseSync") ?? Reflect.get(sqlite, "Database")
  if (typeof exported !== "function") throw new Error("this Node has no node:sqlite")
  // The shape is checked by use: every call of it is inside Effect.try.
  found = exported as Open
  return found
}

/** Opens a file, creating it empty when absent. Loads SQLite at the first call. */
export const connect = (path: string): Effect.Effect<Connection, SqliteRefusal> =>
  Effect.try({
    // Defensive connections ignore journal_mode=OFF in silence.
    try: () => new (connectionClass())(path, { defensive: false, timeout: 0 }),
    catch: refusalOf
  })

/** Runs statements. */
export const execute = (connection: Connection, sql: string): Effect.Effect<void, SqliteRefusal> =>
  Effect.try({ try: () => connection.exec(sql), catch: refusalOf })

/** Closes; what was not committed is forgotten, and nothing was written. */
export const disconnect = (connection: Connection): Effect.Effect<void> =>
  Effect.ignore(Effect.try({ try: () => connection.close(), catch: refusalOf }))
