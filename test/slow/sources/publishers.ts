import * as Effect from "effect/Effect"
import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { get } from "node:https"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { filesOf, tgz } from "../../layers/archive/build.ts"
import { program } from "../../cli/support/world.ts"
import { capability, type CapabilityFiles } from "../../support/capabilities.ts"
import { makeRepository, serveGit, shelf } from "../../support/gitServer.ts"
import { serveFolder } from "../../support/registryServer.ts"
import type { Authority } from "../../support/tls.ts"
import { verdaccio } from "../../support/verdaccio.ts"

/** The two releases that every walk goes through. */
export type Release = "1.0.0" | "1.1.0"

/** Who publishes a capability, on a server of the test. */
export interface Publisher {
  readonly kind: string
  /** What a person types to install the newest. */
  readonly spec: string
  /** What a person types to upgrade, where a source keeps no versions. */
  readonly nextSpec?: string
  readonly publish: (release: Release) => Effect.Effect<void>
  /** `~/.npmrc` of the person. */
  readonly npmrc?: string
  /** What a person runs before the first install. */
  readonly setup?: ReadonlyArray<string>
  /** Puts what the server has into the folder of a mirror. */
  readonly mirror: (folder: string) => Effect.Effect<void>
  /** Requests until now, where the server can tell. */
  readonly requests?: () => number
}

const room = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "gsd-published-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** The capability of a release; everything that could be run in it touches a sentinel. */
export const releaseOf = (release: Release, sentinel: string): CapabilityFiles =>
  capability(
    { version: release },
    {
      "hooks/a.sh": `#!/bin/sh\ntouch '${sentinel}'\necho ${release}\n`,
      ".gitattributes": "*.md filter=evil\n",
      ".npmrc": "script-shell=/bin/false\n"
    }
  )

const put = (folder: string, files: Readonly<Record<string, string | Uint8Array>>) => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}

const hostOf = (url: string): string => new URL(url).host

/** Archives on a web server. */
export const archives = Effect.fnUntraced(function* (by: Authority, sentinel: string) {
  const folder = yield* room
  const server = yield* serveFolder(by, folder)
  return {
    kind: "https",
    spec: `${server.url}/files/hk-cap-1.0.0.tgz`,
    nextSpec: `${server.url}/files/hk-cap-1.1.0.tgz`,
    publish: (release) =>
      Effect.sync(() => {
        const bytes = tgz(filesOf(releaseOf(release, sentinel), `hk-cap-${release}/`))
        put(folder, { [`files/hk-cap-${release}.tgz`]: bytes })
      }),
    mirror: (mirror) =>
      Effect.sync(() => cpSync(folder, join(mirror, hostOf(server.url)), { recursive: true })),
    requests: () => server.requests.length
  } satisfies Publisher
})

/** The default branch of a repository. */
export const repositories = Effect.fnUntraced(function* (by: Authority, sentinel: string) {
  const folder = yield* shelf
  const repository = makeRepository(join(folder, "hk-cap.git"))
  repository.git("symbolic-ref", "HEAD", "refs/heads/main")
  writeFileSync(join(repository.folder, "hooks/post-checkout"), `#!/bin/sh\ntouch '${sentinel}'\n`, {
    mode: 0o755
  })
  const server = yield* serveGit(by, folder)
  return {
    kind: "git",
    spec: `${server.url}/hk-cap.git`,
    publish: (release) =>
      Effect.sync(() => {
        repository.commit(releaseOf(release, sentinel))
        repository.git("tag", `v${release}`)
      }),
    mirror: (mirror) =>
      Effect.sync(() => cpSync(folder, join(mirror, hostOf(server.url)), { recursive: true })),
    requests: () => server.requests.length
  } satisfies Publisher
})

const download = (by: Authority, url: string) =>
  Effect.callback<Buffer>((resume) => {
    get(url, { ca: readFileSync(by.caFile) }, (response) => {
      const pieces: Array<Buffer> = []
      response.on("data", (piece: Buffer) => pieces.push(piece))
      response.on("end", () => resume(Effect.succeed(Buffer.concat(pieces))))
    })
  })

/** A package of a real registry, published by npm. */
export const packages = Effect.fnUntraced(function* (by: Authority, sentinel: string) {
  const registry = yield* verdaccio(by)
  const scripts = {
    preinstall: `touch '${sentinel}'`,
    install: `touch '${sentinel}'`,
    prepare: `touch '${sentinel}'`
  }
  return {
    kind: "npm",
    spec: "npm:hk-cap",
    npmrc: `registry=${registry.url}\n`,
    publish: (release) =>
      registry.publish({
        "package.json": JSON.stringify({ name: "hk-cap", version: release, scripts }),
        ...releaseOf(release, sentinel)
      }),
    mirror: (mirror) =>
      Effect.gen(function* () {
        const home = join(mirror, hostOf(registry.url))
        const packument = yield* download(by, `${registry.url}hk-cap`)
        put(home, { "hk-cap/index.json": packument })
        const {
          versions
        }: { readonly versions: Record<string, { readonly dist: { readonly tarball: string } }> } =
          JSON.parse(packument.toString())
        for (const { dist } of Object.values(versions))
          put(home, { [new URL(dist.tarball).pathname.slice(1)]: yield* download(by, dist.tarball) })
      })
  } satisfies Publisher
})

const gsdHere = (folder: string, args: ReadonlyArray<string>) =>
  execFileSync(process.execPath, [program, ...args], {
    cwd: folder,
    env: { HOME: folder, PATH: process.env["PATH"] },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"]
  })

/** A registry that gsd itself packs and indexes. */
export const registries = Effect.fnUntraced(function* (by: Authority, sentinel: string) {
  const folder = yield* room
  const [site, key, publicKey] = [join(folder, "site"), join(folder, "key.pem"), join(folder, "key.pub")]
  mkdirSync(site)
  execFileSync("openssl", ["genpkey", "-algorithm", "ed25519", "-out", key])
  execFileSync("openssl", ["pkey", "-in", key, "-pubout", "-out", publicKey])
  const server = yield* serveFolder(by, site)
  return {
    kind: "registry",
    spec: "hk-cap@acme",
    setup: ["registry", "add", "acme", server.url, "--public-key", publicKey],
    publish: (release) =>
      Effect.sync(() => {
        const source = join(folder, release, "hk-cap")
        put(source, releaseOf(release, sentinel))
        gsdHere(folder, ["capability", "pack", source, "--out", join(site, `hk-cap-${release}.tgz`)])
        gsdHere(folder, ["registry", "index", site, "--key", key, "--name", "acme"])
      }),
    mirror: (mirror) =>
      Effect.sync(() => cpSync(site, join(mirror, hostOf(server.url)), { recursive: true })),
    requests: () => server.requests.length
  } satisfies Publisher
})
