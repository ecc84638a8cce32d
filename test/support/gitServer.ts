import * as Effect from "effect/Effect"
import { execFileSync, spawn, type ChildProcess } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { serveTls, type Authority } from "./tls.ts"

/** What stands at a path of a commit: text, bytes, a link to somewhere, or a commit of another repository. */
export type Blob =
  string | Uint8Array | { readonly link: string } | { readonly submodule: string } | { readonly run: string }

/** A bare repository on this disk, made by the real git. */
export interface Repository {
  readonly folder: string
  /** Commits exactly these files on a branch; gives the commit. */
  readonly commit: (files: Readonly<Record<string, Blob>>, branch?: string) => string
  /** Any other git command; gives its output without the last line end. */
  readonly git: (...args: ReadonlyArray<string>) => string
}

const environment = (): NodeJS.ProcessEnv => ({
  PATH: process.env["PATH"],
  HOME: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@host.example",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@host.example"
})

/** Runs the real git in a folder, without anybody's configuration. */
export const git = (folder: string, args: ReadonlyArray<string>, input: string | Uint8Array = ""): string =>
  execFileSync("git", ["-c", "init.defaultBranch=main", ...args], {
    cwd: folder,
    env: environment(),
    input,
    stdio: ["pipe", "pipe", "pipe"],
    maxBuffer: 1 << 28
  })
    .toString("utf8")
    .trimEnd()

const inline = (
  mode: string,
  [path, bytes]: readonly [string, string | Uint8Array]
): ReadonlyArray<Buffer> => {
  const content = Buffer.from(bytes as Uint8Array)
  return [
    Buffer.from(`M ${mode} inline ${JSON.stringify(path)}\ndata ${content.length}\n`),
    content,
    Buffer.from("\n")
  ]
}

const change = ([path, blob]: readonly [string, Blob]): ReadonlyArray<Buffer> => {
  if (typeof blob === "string" || blob instanceof Uint8Array) return inline("100644", [path, blob])
  if ("link" in blob) return inline("120000", [path, blob.link])
  if ("run" in blob) return inline("100755", [path, blob.run])
  return [Buffer.from(`M 160000 ${blob.submodule} ${JSON.stringify(path)}\n`)]
}

const start = 1_700_000_000

/** Makes an empty bare repository. */
export const makeRepository = (folder: string): Repository => {
  mkdirSync(folder, { recursive: true })
  git(folder, ["init", "--quiet", "--bare"])
  let count = 0
  return {
    folder,
    git: (...args) => git(folder, args),
    commit: (files, branch = "main") => {
      const ref = `refs/heads/${branch}`
      const isNew = git(folder, ["for-each-ref", ref]) === ""
      count += 1
      const head = [
        `commit ${ref}`,
        `committer Ada <ada@host.example> ${start + count} +0000`,
        `data <<END\ncommit ${count}\nEND`,
        ...(isNew ? [] : [`from ${ref}^0`]),
        "deleteall",
        ""
      ].join("\n")
      const stream = [Buffer.from(head), ...Object.entries(files).flatMap(change), Buffer.from("done\n")]
      git(folder, ["fast-import", "--quiet", "--force", "--done"], Buffer.concat(stream))
      return git(folder, ["rev-parse", ref])
    }
  }
}

/** A folder for repositories, gone with the scope. */
export const shelf = Effect.acquireRelease(
  Effect.sync(() => realpathSync(mkdtempSync(join(tmpdir(), "gsd-git-")))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** How a server differs from the usual one. */
export interface GitServerOptions {
  /** Answers in place of git; true when it did. */
  readonly intercept?: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Speaks the protocol of old servers, which give out only what they list. */
  readonly isOld?: boolean
}

const backend = (root: string, request: IncomingMessage, isOld: boolean): ChildProcess => {
  const url = new URL(request.url ?? "/", "https://host.example")
  const protocol = request.headers["git-protocol"]
  return spawn("git", ["http-backend"], {
    env: {
      ...environment(),
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      ...(protocol === undefined || isOld ? {} : { GIT_PROTOCOL: String(protocol) })
    },
    stdio: ["pipe", "pipe", "ignore"]
  })
}

/** Takes the head of a CGI answer off, and passes the rest on. */
const relay = (child: ChildProcess, response: ServerResponse): void => {
  let head: Buffer | undefined = Buffer.alloc(0)
  child.stdout?.on("data", (chunk: Buffer) => {
    if (head === undefined) return void response.write(chunk)
    head = Buffer.concat([head, chunk])
    const end = head.indexOf("\r\n\r\n")
    if (end === -1) return
    for (const line of head.subarray(0, end).toString("latin1").split("\r\n")) {
      const [name = "", value = ""] = line.split(/:\s*(.*)/su)
      if (name.toLowerCase() === "status") response.statusCode = Number.parseInt(value, 10)
      else response.setHeader(name, value)
    }
    response.write(head.subarray(end + 4))
    head = undefined
  })
  child.on("close", () => response.end())
  child.stdin?.on("error", () => undefined)
}

/** Serves every repository below a folder over https, by git's own `http-backend`, as long as the scope. */
export const serveGit = Effect.fnUntraced(function* (
  by: Authority,
  root: string,
  options: GitServerOptions = {}
) {
  const children = new Set<ChildProcess>()
  yield* Effect.addFinalizer(() => Effect.sync(() => children.forEach((child) => child.kill("SIGKILL"))))
  return yield* serveTls(by, (request, response) => {
    if (options.intercept?.(request, response) === true) return
    const path = decodeURIComponent((request.url ?? "").split("?")[0] ?? "")
    if (!existsSync(join(root, path.split(".git/")[0] + ".git"))) {
      response.statusCode = 404
      return void response.end()
    }
    const child = backend(root, request, options.isOld === true)
    children.add(child)
    child.on("close", () => children.delete(child))
    relay(child, response)
    if (child.stdin !== null) request.pipe(child.stdin)
  })
})
