import { spawn, spawnSync } from "node:child_process"
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { createServer, type AddressInfo } from "node:net"
import { join } from "node:path"
import { makeRoom } from "./rooms.ts"

/** A PostgreSQL server of a test's own, on loopback, with a database `reviews` of a user `gsd` with a password. */
export interface Postgres {
  /** Without its password. */
  readonly url: string
  readonly password: string
  /** Rows of a query, a line each. */
  readonly query: (sql: string) => string
  readonly stop: () => Promise<void>
}

const versions = "/usr/lib/postgresql"

/** Folder of the newest server that Debian's packages brought. */
const programs = (): string => {
  const found = existsSync(versions) ? readdirSync(versions) : []
  const [newest] = found.toSorted((left, right) => Number(right) - Number(left))
  if (newest === undefined) throw new Error("no PostgreSQL is installed; .ci/run installs it")
  return join(versions, newest, "bin")
}

const idOf = (flag: "-u" | "-g"): number =>
  Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout)

/** The server refuses to run as root: then it is the package's user's. */
const owner = (): { readonly uid?: number; readonly gid?: number } =>
  process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : {}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.on("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

const check = (run: { readonly status: number | null; readonly stderr: string }, what: string): void => {
  if (run.status !== 0) throw new Error(`${what}: ${run.stderr}`)
}

const password = "a/b?c"

const initialise = (room: string): string => {
  const data = join(room, "data")
  const secret = join(room, "password")
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(secret, password)
  const { gid, uid } = owner()
  if (uid !== undefined && gid !== undefined)
    for (const path of [room, data, secret]) chownSync(path, uid, gid)
  chmodSync(room, 0o700)
  const options = ["-A", "scram-sha-256", "-U", "gsd", "--pwfile", secret, "-E", "UTF8", "--no-sync"]
  const run = spawnSync(join(programs(), "initdb"), ["-D", data, ...options], {
    ...owner(),
    cwd: room,
    encoding: "utf8"
  })
  check(run, "initdb")
  return data
}

/** Starts a server; `stop` ends it, and `removeRooms` removes its files. */
export const startPostgres = async (): Promise<Postgres> => {
  const room = makeRoom("gsd-postgres-")
  const data = initialise(room)
  const port = await freePort()
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"]
  const child = spawn(
    join(programs(), "postgres"),
    ["-D", data, "-p", `${port}`, ...settings.flatMap((setting) => ["-c", setting])],
    { ...owner(), cwd: room, stdio: "ignore" }
  )
  const ended = new Promise<void>((resolve) => void child.once("exit", () => resolve()))
  const stop = async () => {
    child.kill("SIGINT")
    await ended
  }
  const psql = (database: string, sql: string) =>
    spawnSync(
      join(programs(), "psql"),
      ["-h", "127.0.0.1", "-p", `${port}`, "-U", "gsd", "-d", database, "-Atc", sql],
      { encoding: "utf8", env: { PGPASSWORD: password, PATH: process.env["PATH"] ?? "" } }
    )
  const isUp = () => psql("postgres", "select 1").status === 0
  while (!isUp()) {
    if (child.exitCode !== null) throw new Error("PostgreSQL did not start")
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  check(psql("postgres", "create database reviews"), "create database")
  return {
    url: `postgres://gsd@127.0.0.1:${port}/reviews`,
    password,
    query: (sql) => {
      const run = psql("reviews", sql)
      check(run, sql)
      return run.stdout.trim()
    },
    stop
  }
}
