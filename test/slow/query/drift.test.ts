import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { afterAll } from "vitest"
import {
  ask,
  commit,
  drop,
  makeProject,
  makeRepository,
  phaseFolder,
  put,
  type Project
} from "../../support/phases.ts"
import { removeRooms } from "../../support/rooms.ts"

afterAll(removeRooms)

const map = ".planning/codebase/STRUCTURE.md"

const mapped = (commit: string, body = "") => ({
  [map]: `---\nlast_mapped_commit: ${commit}\n---\n# Structure\n\nThe code is in \`src/domain\`.\n${body}\n`
})

const mappedProject = (body = ""): Project => {
  const project = makeRepository({ "src/domain/a.ts": "1\n", "README.md": "x\n", ".gitignore": "dist/\n" })
  put(project, mapped(commit(project), body))
  return project
}

const three = {
  "lib/a.ts": "1\n",
  "lib/deep/b.ts": "1\n",
  "src/web/a.ts": "1\n",
  Makefile: "x\n",
  "dist/x.js": "1\n"
}

describe("verify.codebase-drift", () => {
  it.live("blocks from the threshold on, what is not committed included, and names what is new", () =>
    Effect.gen(function* () {
      const project = mappedProject()
      const before = yield* ask(project, "verify.codebase-drift")
      assert.deepInclude(before, { block: false })
      assert.include(before.details, {
        unmapped_count: 0,
        drift_detected: false,
        threshold: 3,
        action: "warn"
      })
      put(project, { "lib/a.ts": "1\n", "src/web/a.ts": "1\n", "src/domain/b.ts": "1\n" })
      const two = yield* ask(project, "verify.codebase-drift")
      assert.include(two.details, { unmapped_count: 2, drift_detected: false })
      put(project, three)
      commit(project)
      const drifted = yield* ask(project, "verify.codebase-drift")
      assert.isTrue(drifted.block)
      assert.deepStrictEqual(drifted.details["unmapped"], [
        { kind: "file", path: "Makefile" },
        { kind: "folder", path: "lib" },
        { kind: "module", path: "src/web" }
      ])
      const config = { "workflow.drift_threshold": 4, "workflow.drift_action": "auto-remap" }
      const lenient = yield* ask(project, "verify.codebase-drift", { config })
      assert.include(lenient.details, {
        drift_detected: false,
        threshold: 4,
        action: "auto-remap",
        remap: false
      })
      const eager = yield* ask(project, "verify.codebase-drift", {
        config: { ...config, "workflow.drift_threshold": 1 }
      })
      assert.include(eager.details, { drift_detected: true, remap: true })
    })
  )

  it.live("does not count what a map names, in a text or in a drawing", () =>
    Effect.gen(function* () {
      const project = mappedProject(
        "```\n├── lib/        # library\n│   └── web/    # pages\n└── Makefile\n```"
      )
      put(project, { ...three, "libs/a.ts": "1\n" })
      const answer = yield* ask(project, "verify.codebase-drift", {
        config: { "workflow.drift_threshold": 1 }
      })
      assert.deepInclude(answer.details, { unmapped: [{ kind: "folder", path: "libs" }], new_count: 4 })
    })
  )

  it.live.each([
    ["there is no map", makeNone, "no map"],
    ["there is no git", () => makeProject(mapped("a".repeat(40))), "not a git repository"],
    ["no map says its commit", () => makeRepository({ [map]: "# Map\n" }), "last_mapped_commit"],
    ["the repository has no such commit", () => makeRepository(mapped("a".repeat(40))), "has no commit"],
    ["the commit is a word that git would take", () => makeRepository(mapped("HEAD")), "has no commit"]
  ] as const)("says that nothing was judged where %s", ([_what, make, reason]) =>
    Effect.gen(function* () {
      const answer = yield* ask(make(), "verify.codebase-drift")
      assert.isFalse(answer.block)
      assert.include(answer.message, reason)
      assert.deepInclude(answer.details, { skipped: true, drift_detected: false })
    })
  )

  it.live("fails on a map whose front matter cannot be read", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        ask(makeRepository({ [map]: "---\nnever: ended\n" }), "verify.codebase-drift")
      )
      assert.strictEqual(error._tag, "PlanningFileUnreadable")
    })
  )
})

function makeNone(): Project {
  return makeRepository({ "a.txt": "1\n" })
}

const context = `${phaseFolder}/CONTEXT.md`

const written = `# Context

Orders are made in \`src/orders.ts:12\`, by \`makeOrder()\` and \`Order.total\`.
See [the guide](docs/guide.md#top) and \`src/gone.ts\`; create \`src/new.ts\`, later \`src/planned.ts\`.
AUTH-01 stands, PAY-02 too.
`

const base = {
  [context]: written,
  "src/orders.ts": "export const makeOrder = () => 1\nclass Order { total() {} }\n",
  "src/gone.ts": "1\n",
  "docs/guide.md": "# Guide\n",
  ".planning/REQUIREMENTS.md": "- [ ] AUTH-01: in\n- [ ] PAY-02: pay\n"
}

describe("verify.context-drift", () => {
  it.live("finds what is gone and what has changed since the context was written", () =>
    Effect.gen(function* () {
      const project = makeRepository({ "a.txt": "1\n" }, base)
      const fresh = yield* ask(project, "verify.context-drift")
      assert.deepInclude(fresh, { block: false, message: `What \`${context}\` counts on is as it was` })
      commit(project, "feat: other", { "src/other.ts": "1\n" })
      assert.include((yield* ask(project, "verify.context-drift")).details, { drift_detected: false })
      drop(project, "src/gone.ts")
      commit(project, "feat: orders", {
        "src/orders.ts": "export const buildOrder = () => 1\nclass Order { total() {} }\n",
        ".planning/REQUIREMENTS.md": "- [ ] AUTH-01: in\n"
      })
      const warned = yield* ask(project, "verify.context-drift")
      assert.isFalse(warned.block)
      assert.deepInclude(warned.details, {
        drift_detected: true,
        action: "warn",
        vanished: [{ path: "src/gone.ts", line: 4 }],
        changed: [{ path: "src/orders.ts", line: 3 }],
        symbols: [{ symbol: "makeOrder", line: 3 }],
        requirements: [{ id: "PAY-02", line: 5 }]
      })
      const config = { "workflow.context_drift_action": "block" }
      assert.isTrue((yield* ask(project, "verify.context-drift", { config })).block)
      put(project, { [context]: `${written}\nRead again.\n` })
      const rewritten = yield* ask(project, "verify.context-drift", { config })
      assert.deepInclude(rewritten, { block: false })
      assert.include(String(rewritten.details["note"]), "not committed")
    })
  )

  it.live("sees changes that are not committed", () =>
    Effect.gen(function* () {
      const project = makeRepository(base)
      put(project, { "docs/guide.md": "# Other\n" })
      drop(project, "src/gone.ts")
      const answer = yield* ask(project, "verify.context-drift")
      assert.deepInclude(answer.details, {
        vanished: [{ path: "src/gone.ts", line: 4 }],
        changed: [{ path: "docs/guide.md", line: 4 }]
      })
    })
  )

  it.live("tells cited paths that are missing where there is no git, and says that it knows no more", () =>
    Effect.gen(function* () {
      const project = makeProject({ ...base })
      drop(project, "src/gone.ts")
      const answer = yield* ask(project, "verify.context-drift")
      assert.deepInclude(answer.details, { drift_detected: true, since: null, changed: [] })
      assert.include(JSON.stringify(answer.details["vanished"]), "src/gone.ts")
      assert.include(String(answer.details["note"]), "not a git repository")
    })
  )

  it.live("has nothing to judge without a context", () =>
    Effect.gen(function* () {
      const answer = yield* ask(makeRepository({ "a.txt": "1\n" }), "verify.context-drift")
      assert.deepInclude(answer, { block: false, message: "There is no CONTEXT.md" })
    })
  )

  it.live("looks at nothing outside the project", () =>
    Effect.gen(function* () {
      const cited = "`../secret.txt`, `/etc/passwd`, `~/x/y.txt`, [up](../../x.md)\n"
      const answer = yield* ask(makeRepository({ [context]: cited }), "verify.context-drift")
      assert.include(answer.details, { cited: 0, drift_detected: false })
    })
  )
})
