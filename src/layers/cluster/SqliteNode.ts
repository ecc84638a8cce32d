import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import * as Stream from "effect/Stream"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import { classifySqliteError, SqlError } from "effect/sql/SqlError"
import * as Statement from "effect/sql/Statement"
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite"

/** How long a statement waits for other processes that write. */
const busyMillis = 5000

const failedWith = (operation: string) => (cause: unknown) =>
  new SqlError({ reason: classifySqliteError(cause, { operation }) })

const attempt = <A>(operation: string, work: () => A): Effect.Effect<A, SqlError> =>
  Effect.try({ try: work, catch: failedWith(operation) })

const isInput = (value: unknown): value is SQLInputValue =>
  value === null || ["string", "number", "bigint"].includes(typeof value) || ArrayBuffer.isView(value)

const inputOf = (value: unknown): SQLInputValue => {
  if (isInput(value)) return value
  return typeof value === "boolean" ? Number(value) : value === undefined ? null : String(value)
}

type Params = ReadonlyArray<unknown>

/** Rows, or what a statement without rows changed. */
const rowsOf = (statement: StatementSync, params: Params): ReadonlyArray<Record<string, unknown>> => {
  const inputs = params.map(inputOf)
  if (statement.columns().length > 0) return statement.all(...inputs)
  statement.run(...inputs)
  return []
}

const connectionOver = (database: DatabaseSync): Connection => {
  const execute = (sql: string, params: Params, asArrays: boolean) =>
    Effect.flatMap(SqlClient.SafeIntegers, (safe) =>
      attempt("execute", () => {
        const statement = database.prepare(sql)
        statement.setReadBigInts(safe)
        statement.setReturnArrays(asArrays)
        return rowsOf(statement, params)
      })
    )
  const values = (sql: string, params: Params) =>
    Effect.map(execute(sql, params, true), (rows) =>
      rows.map((row): ReadonlyArray<unknown> => Object.values(row))
    )
  const rows: Connection["execute"] = (sql, params, transform) =>
    Effect.map(execute(sql, params, false), (found) => transform?.(found) ?? found)
  return {
    execute: rows,
    executeUnprepared: rows,
    executeRaw: (sql, params) => execute(sql, params, false),
    executeValues: values,
    executeValuesUnprepared: values,
    executeStream: () => Stream.die(new Error("SQLite rows are not streamed"))
  }
}

const open = (path: string) =>
  Effect.acquireRelease(
    Effect.flatMap(
      Effect.promise(() => import("node:sqlite")),
      (sqlite) =>
        attempt("connect", () => {
          const database = new sqlite.DatabaseSync(path, { timeout: busyMillis })
          database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
          return database
        })
    ),
    (database) => Effect.sync(() => database.close())
  )

/**
 * Effect's SQL client over Node's own SQLite: one connection, one statement at a time, transactions that take the write
 * lock at their beginning, so that several processes can share the file. Effect publishes no such client for its 4.1.
 * Source: ADR-0037.
 */
export const layerWith = (path: string): Layer.Layer<SqlClient.SqlClient, SqlError> =>
  Layer.effect(
    SqlClient.SqlClient,
    Effect.gen(function* () {
      const database = yield* open(path)
      const acquirers = SqlClient.makeSqliteAcquirers({
        connection: Effect.succeed(connectionOver(database)),
        semaphore: yield* Semaphore.make(1),
        isTransaction: () => database.isTransaction
      })
      const { acquirer, borrower, onCommitFailure, transactionAcquirer } = acquirers
      return yield* SqlClient.make({
        acquirer,
        borrower,
        onCommitFailure,
        transactionAcquirer,
        isTransaction: () => database.isTransaction,
        beginTransaction: "BEGIN IMMEDIATE",
        compiler: Statement.makeCompilerSqlite(),
        driver: "sqlite",
        spanAttributes: [["db.system.name", "sqlite"]]
      })
    })
  ).pipe(Layer.provide(Reactivity.layer))
