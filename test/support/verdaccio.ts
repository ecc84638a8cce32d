import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { spawn, type ChildProcess } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { request } from "node:https"
import { createServer, type AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import type { Authority } from "./tls.ts"

/** The repository. */
const repository = dirname(dirname(import.meta.dirname))

const room = (prefix: string) =>
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), prefix))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )

/** A port that was free a moment ago. */
const freePort = Effect.callback<number>((resume) => {
  const probe = createServer()
  probe.listen(0, "127.0.0.1", () => {
    const { port } = probe.address() as AddressInfo
    probe.close(() => resume(Effect.succeed(port)))
  })
})

/** What anybody may read, and what only who is signed in. */
const config = (folder: string, by: Authority) => ({
  storage: join(folder, "storage"),
  auth: { htpasswd: { file: join(folder, "htpasswd"), max_users: 10 } },
  uplinks: {},
  packages: {
    "@private/*": { access: "$authenticated", publish: "$authenticated" },
    "**": { access: "$all", publish: "$authenticated", unpublish: "$authenticated" }
  },
  https: { key: by.keyFile, cert: by.certFile, ca: by.caFile },
  web: { enable: false },
  log: { type: "stdout", format: "json", level: "warn" }
})

/** Ends a process that this test started, and waits until it is gone. */
const end = (child: ChildProcess) =>
  Effect.callback<void>((resume) => {
    if (child.exitCode !== null || child.signalCode !== null) return resume(Effect.void)
    child.once("exit", () => resume(Effect.void))
    child.kill("SIGKILL")
  })

/** An answer of the registry, as far as it can be had. */
interface Answer {
  readonly status: number
  readonly body: string
}

interface Call {
  readonly method: string
  readonly path: string
  readonly token?: string
  readonly body?: unknown
}

const call = (url: string, by: Authority, { body, method, path, token }: Call) =>
  Effect.callback<Answer>((resume) => {
    const headers = {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` })
    }
    const sent = request(`${url}${path}`, { method, ca: readFileSync(by.caFile), headers }, (response) => {
      const pieces: Array<Buffer> = []
      response.on("data", (piece: Buffer) => pieces.push(piece))
      response.on("end", () =>
        resume(Effect.succeed({ status: response.statusCode ?? 0, body: Buffer.concat(pieces).toString() }))
      )
    })
    sent.on("error", () => resume(Effect.succeed({ status: 0, body: "" })))
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })

const untilUp = (url: string, by: Authority, child: ChildProcess): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (child.exitCode !== null) return Effect.die(new Error(`verdaccio ended with ${child.exitCode}`))
    return Effect.flatMap(call(url, by, { method: "GET", path: "-/ping" }), ({ status }) =>
      status === 200
        ? Effect.void
        : Effect.andThen(Effect.sleep(Duration.millis(50)), untilUp(url, by, child))
    )
  })

/** Runs a program to its end; what it said is in the failure. */
const run = (
  command: string,
  args: ReadonlyArray<string>,
  options: { readonly cwd: string; readonly env: Record<string, string> }
) =>
  Effect.callback<string>((resume) => {
    const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"], timeout: 60_000 })
    let said = ""
    child.stdout.on("data", (piece) => (said += String(piece)))
    child.stderr.on("data", (piece) => (said += String(piece)))
    child.on("close", (code) =>
      resume(
        code === 0 ? Effect.succeed(said) : Effect.die(new Error(`${command} ${args.join(" ")}: ${said}`))
      )
    )
  })

/** A registry of its own: verdaccio over TLS on loopback, with one user. */
export interface Verdaccio {
  /** `https://localhost:<port>/`. */
  readonly url: string
  /** `//localhost:<port>/`, as keys of `.npmrc` begin. */
  readonly nerf: string
  /** Token of the user. */
  readonly token: string
  /** Publishes text files with npm itself, scripts switched off. */
  readonly publish: (
    files: Readonly<Record<string, string>>,
    ...flags: ReadonlyArray<string>
  ) => Effect.Effect<void>
  /** Runs npm as the user, without a package. */
  readonly npm: (...args: ReadonlyArray<string>) => Effect.Effect<void>
}

/** Starts verdaccio; it ends with the scope, by its process id, and its folder is removed. */
export const verdaccio = Effect.fnUntraced(function* (by: Authority) {
  const folder = yield* room("gsd-verdaccio-")
  const port = yield* freePort
  const url = `https://localhost:${port}/`
  const nerf = `//localhost:${port}/`
  writeFileSync(join(folder, "config.yaml"), JSON.stringify(config(folder, by)))
  const program = join(repository, "node_modules/verdaccio/bin/verdaccio")
  const args = [program, "--config", join(folder, "config.yaml"), "--listen", `https://127.0.0.1:${port}`]
  const env = { HOME: folder, PATH: process.env["PATH"] ?? "" }
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => spawn(process.execPath, args, { cwd: folder, env, stdio: "ignore" })),
    end
  )
  yield* untilUp(url, by, child)
  const user = { name: "ada", password: "of-a-test-only" }
  const answer = yield* call(url, by, { method: "PUT", path: "-/user/org.couchdb.user:ada", body: user })
  const { token } = JSON.parse(answer.body) as { readonly token: string }
  writeFileSync(join(folder, "npmrc"), `registry=${url}\n${nerf}:_authToken=${token}\ncafile=${by.caFile}\n`)
  const npmEnv = {
    ...env,
    npm_config_userconfig: join(folder, "npmrc"),
    npm_config_cache: join(folder, "npm")
  }
  const npm: Verdaccio["npm"] = (...args) => Effect.asVoid(run("npm", args, { cwd: folder, env: npmEnv }))
  const publish: Verdaccio["publish"] = (files, ...flags) =>
    Effect.scoped(
      Effect.gen(function* () {
        const cwd = yield* room("gsd-publish-")
        for (const [path, text] of Object.entries(files)) {
          mkdirSync(dirname(join(cwd, path)), { recursive: true })
          writeFileSync(join(cwd, path), text)
        }
        yield* run("npm", ["publish", "--ignore-scripts", ...flags], { cwd, env: npmEnv })
      })
    )
  return { url, nerf, token, npm, publish } satisfies Verdaccio
})
