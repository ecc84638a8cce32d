import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { afterAll } from "vitest"
import { ask, commit, drop, makeProject, makeRepository, phaseFolder, put } from "../../support/phases.ts"
import { git } from "../../support/authored.ts"
import { removeRooms } from "../../support/rooms.ts"

afterAll(removeRooms)

const context = `${phaseFolder}/03-CONTEXT.md`
const uiSpec = `${phaseFolder}/03-UI-SPEC.md`
const roadmap = ".planning/ROADMAP.md"

const sections = (three: string) =>
  `# Roadmap\n\n### Phase 2: Api\n\nA React frontend.\n\n### Phase 3: Shop\n\n${three}\n\n### Phase 3.1: Later\n\nA dashboard.\n\n### Phase 30: Far\n\nA dashboard.\n`

const spec = (status: string, body = "") => `---\nstatus: ${status}\n---\n# UI\n\n${body}\n`

describe("ui.plan-gate", () => {
  it.live.each([
    [
      "a strong word of the context",
      { [context]: "# C\n\nThe basket is a React page.\n" },
      "React",
      context,
      3
    ],
    [
      "its section of the roadmap",
      { [roadmap]: sections("A dashboard of orders.") },
      "dashboard",
      roadmap,
      9
    ],
    ["two weak words", { [context]: "Each button\nopens a modal\n" }, "modal", context, 2],
    [
      "a file that a plan names",
      { [`${phaseFolder}/03-01-PLAN.md`]: "---\nfiles_modified: [src/Basket.tsx]\n---\n" },
      "src/Basket.tsx",
      `${phaseFolder}/03-01-PLAN.md`,
      2
    ]
  ] as const)(
    "blocks a phase without a contract whose user interface shows in %s",
    ([_what, files, token, path, line]) =>
      Effect.gen(function* () {
        const project = makeProject(files)
        const answer = yield* ask(project, "ui.plan-gate")
        assert.isTrue(answer.block)
        assert.include(answer.message, "UI-SPEC.md")
        assert.include(answer.details, {
          frontend: true,
          hasFrontendEvidence: true,
          hasUiSpec: false,
          uiSpecPath: null,
          matchedToken: token,
          matchedPath: path,
          matchedLine: line
        })
        put(project, { [uiSpec]: spec("draft") })
        const after = yield* ask(project, "ui.plan-gate")
        assert.isFalse(after.block)
        assert.include(after.details, { frontend: true, hasUiSpec: true, uiSpecPath: uiSpec })
      })
  )

  it.live.each([
    ["other phases have one", { [roadmap]: sections("A queue of orders.") }],
    ["it is taken back", { [context]: "Backend only: no frontend, without any React.\n" }],
    ["it is left out", { [context]: "# In\n\nA queue.\n\n## Out of scope\n\n- React dashboard\n" }],
    ["it stands in a fence or a comment", { [context]: "```\nReact\n```\n<!-- a dashboard\nof React -->\n" }],
    ["one weak word is all", { [context]: "The button. Each button.\n" }],
    ["it is part of another word", { [context]: "reactive, build, guide, reactor-core, ui-less\n" }]
  ] as const)("lets a phase through where %s", ([_what, files]) =>
    Effect.gen(function* () {
      const answer = yield* ask(makeProject(files), "ui.plan-gate")
      assert.deepInclude(answer, { block: false, message: "Nothing in the phase speaks of a user interface" })
      assert.include(answer.details, { frontend: false, matchedToken: null })
    })
  )

  it.live("goes by what the project says itself", () =>
    Effect.gen(function* () {
      const words = "\nA React dashboard.\n"
      const said = makeProject({ [context]: `---\nfrontend: false\n---\n${words}` })
      assert.isFalse((yield* ask(said, "ui.plan-gate")).block)
      const hinted = makeProject({ [roadmap]: sections("**UI hint**: yes") })
      assert.isTrue((yield* ask(hinted, "ui.plan-gate")).block)
      const against = makeProject({ [roadmap]: sections("**UI hint**: no"), [context]: words })
      const answer = yield* ask(against, "ui.plan-gate")
      assert.include(answer.details, { frontend: false, hasFrontendEvidence: true, statedFrontend: false })
    })
  )

  it.live("says so where nothing says what the phase is about", () =>
    Effect.gen(function* () {
      const answer = yield* ask(makeProject(), "ui.plan-gate")
      assert.isFalse(answer.block)
      assert.include(answer.message, "Nothing says what the phase is about")
    })
  )

  it.live("fails on a context whose front matter cannot be read", () =>
    Effect.gen(function* () {
      const project = makeProject({ [context]: "---\na: 1\na: 2\n---\n" })
      const error = yield* Effect.flip(ask(project, "ui.plan-gate"))
      assert.strictEqual(error._tag, "PlanningFileUnreadable")
      assert.include(error.message, context)
    })
  )
})

const began = { [context]: "# C\n", "README.md": "x\n" }

describe("ui.safety-gate", () => {
  it.live("passes without a contract", () =>
    Effect.gen(function* () {
      const project = makeRepository(began, { "src/App.tsx": "1\n" })
      const answer = yield* ask(project, "ui.safety-gate")
      assert.deepInclude(answer, { block: false, message: "There is no UI-SPEC.md" })
      assert.include(answer.details, { skipped: true, hasUiSpec: false })
    })
  )

  it.live("blocks changed files of the interface until the contract is approved and settled", () =>
    Effect.gen(function* () {
      const project = makeRepository({ "README.md": "x\n" }, began)
      put(project, { [uiSpec]: spec("draft") })
      const before = yield* ask(project, "ui.safety-gate")
      assert.isFalse(before.block)
      assert.include(before.details, { approved: false, uiFileCount: 0, changes_from: "history" })
      commit(project, "feat(03-01): app", {
        "src/App.tsx": "1\n",
        "src/App.test.tsx": "1\n",
        "src/a.ts": "1\n"
      })
      const drafted = yield* ask(project, "ui.safety-gate")
      assert.isTrue(drafted.block)
      assert.deepInclude(drafted.details, { status: "draft", uiFiles: ["src/App.tsx"], uiFileCount: 1 })
      put(project, { [uiSpec]: spec("approved", "- [x] tabs\n- [ ] must not hide prices\n") })
      const open = yield* ask(project, "ui.safety-gate")
      assert.isTrue(open.block)
      assert.deepInclude(open.details, {
        approved: true,
        openItems: [{ line: 7, text: "- [ ] must not hide prices" }],
        openCount: 1
      })
      put(project, {
        [uiSpec]: spec(
          "Approved",
          "- [x] must not hide prices\n\n## Open questions\n\n- None\n- ~~Which?~~\n"
        )
      })
      const settled = yield* ask(project, "ui.safety-gate")
      assert.deepInclude(settled, {
        block: false,
        message: `\`${uiSpec}\` is approved and nothing in it is open`
      })
    })
  )

  it.live("sees what is not committed: new, changed and removed files", () =>
    Effect.gen(function* () {
      const project = makeRepository({
        ...began,
        [uiSpec]: spec("draft"),
        "a.css": "1\n",
        "b.css": "1\n",
        "c.css": "1\r\n"
      })
      assert.isFalse((yield* ask(project, "ui.safety-gate")).block)
      put(project, { "a.css": "2\n", "new.css": "1\n", "c.css": "1\n" })
      drop(project, "b.css")
      const answer = yield* ask(project, "ui.safety-gate")
      assert.deepInclude(answer.details, { uiFiles: ["a.css", "b.css", "c.css", "new.css"] })
      put(project, { "a.css": "1\r\n", "b.css": "1\n", "c.css": "1\r\n" })
      drop(project, "new.css")
      assert.deepInclude((yield* ask(project, "ui.safety-gate")).details, { uiFiles: [] })
    })
  )

  it.live("holds the contract to be settled where nobody can tell what changed", () =>
    Effect.gen(function* () {
      const project = makeProject({ ...began, [uiSpec]: spec("draft") })
      const answer = yield* ask(project, "ui.safety-gate")
      assert.isTrue(answer.block)
      assert.include(answer.message, "cannot be told")
      assert.include(answer.details, { changes_from: "plans", uiFileCount: 0 })
      put(project, { [uiSpec]: spec("approved") })
      assert.isFalse((yield* ask(project, "ui.safety-gate")).block)
    })
  )

  it.live("works on one commit, a detached head, an unborn branch and a shallow clone", () =>
    Effect.gen(function* () {
      const one = makeRepository({ ...began, "src/App.tsx": "1\n", [uiSpec]: spec("draft") })
      assert.include((yield* ask(one, "ui.safety-gate")).details, { uiFileCount: 0, changes_from: "history" })
      commit(one, "feat(03-01): more", { "src/More.tsx": "1\n" })
      git(one.root, "checkout", "-q", "--detach")
      assert.deepInclude((yield* ask(one, "ui.safety-gate")).details, { uiFiles: ["src/More.tsx"] })
      const clone = makeProject()
      drop(clone, ".planning")
      git(clone.root, "clone", "-q", "--depth=1", `file://${one.root}`, ".")
      const shallow = yield* ask(clone, "ui.safety-gate")
      assert.include(shallow.details, { uiFileCount: 0 })
      assert.include(String(shallow.details["note"]), "shallow")
      const unborn = makeRepository()
      put(unborn, { ...began, "src/App.tsx": "1\n", [uiSpec]: spec("draft") })
      const first = yield* ask(unborn, "ui.safety-gate")
      assert.deepInclude(first.details, { uiFiles: ["src/App.tsx"], since: null })
      assert.isTrue(first.block)
    })
  )
})
