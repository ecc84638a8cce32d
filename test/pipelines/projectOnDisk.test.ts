import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import * as ConsentGateFixed from "../../src/layers/consent/ConsentGateFixed.ts"
import { engineLayer } from "../../src/layers/live.ts"
import { install } from "../../src/pipelines/install.ts"
import { list } from "../../src/pipelines/list.ts"
import { currentProject } from "../../src/pipelines/project/scope.ts"
import { remove } from "../../src/pipelines/remove.ts"
import { trustAdd } from "../../src/pipelines/trustAdd.ts"
import { capability } from "../support/capabilities.ts"
import { requestOf } from "../support/engine.ts"

const wait = Duration.seconds(30)
const id = "hk-cap"

const withRoom = <A, E>(use: (room: string) => Effect.Effect<A, E>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => realpathSync(mkdtempSync(join(tmpdir(), "gsd-project-")))),
    use,
    (room) =>
      Effect.sync(() => {
        execFileSync("chmod", ["-R", "u+w", room])
        rmSync(room, { recursive: true, force: true })
      })
  )

/** An engine of one person on this machine, working in one checkout. */
const of = (home: string, project: string) => {
  const engine = Layer.provideMerge(
    ConsentGateFixed.layerWith({ yes: true }),
    engineLayer({ root: home, project, command: "gsd test" })
  )
  return <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.provide(work, engine)
}

const git = (directory: string, ...args: ReadonlyArray<string>): string =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "core.autocrlf=true", ...args], {
    cwd: directory,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"]
  })

describe("a project shared through git", () => {
  it.effect("reaches the next machine byte by byte, and is trusted there", () =>
    withRoom((room) =>
      Effect.gen(function* () {
        const project = join(room, "app")
        mkdirSync(project)
        git(project, "init", "-q")
        const files = capability({}, { "notes/a.txt": "one\r\ntwo\n" })
        for (const [path, text] of Object.entries(files)) {
          mkdirSync(dirname(join(room, "src", id, path)), { recursive: true })
          writeFileSync(join(room, "src", id, path), text)
        }
        const ada = of(join(room, "ada"), project)
        const scope = yield* ada(currentProject)
        const installed = yield* ada(install(requestOf(join(room, "src", id), { scope })))
        assert.match(installed.warnings.join("\n"), /commit them/u)
        const script = statSync(join(project, ".gsd/capabilities/hk-cap/hooks/a.sh"))
        assert.strictEqual(script.mode & 0o777, 0o755)
        mkdirSync(join(project, ".gsd/tx"))
        writeFileSync(join(project, ".gsd/tx/x"), "ignored")
        git(project, "add", "-A")
        git(project, "commit", "-qm", "capabilities")
        assert.notInclude(git(project, "ls-files"), ".gsd/tx")

        git(room, "clone", "-q", "app", "clone")
        const bob = of(join(room, "bob"), join(room, "clone"))
        const there = yield* bob(currentProject)
        assert.strictEqual((yield* bob(list(there)))[0]?.status, "inactive")
        const trusted = yield* bob(trustAdd({ id, wait }))
        assert.strictEqual(trusted.contentHash, installed.contentHash)
        assert.strictEqual((yield* bob(list(there)))[0]?.status, "active")
        assert.strictEqual(git(join(room, "clone"), "status", "--porcelain"), "")

        yield* ada(remove({ id, scope, wait }))
        assert.isFalse(existsSync(join(project, ".gsd/capabilities")))
        assert.isFalse(existsSync(join(project, ".gsd/capabilities.lock.json")))
        assert.isTrue(existsSync(join(project, ".gsd/tx/x")))
      })
    )
  )
})
