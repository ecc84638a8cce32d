import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { repository } from "../../cli/support/world.ts"
import { deedsOf } from "../../docs/support/blocks.ts"
import { putPrograms } from "../../docs/support/programs.ts"
import { readerIn } from "../../docs/support/reader.ts"
import { layRealMember } from "../../support/familyReal.ts"
import { makeRoom, removeRooms } from "../../support/rooms.ts"

afterAll(removeRooms)

/** How one line of README is taken, where it is not simply run and ends with 0. */
interface Taken {
  /** Run before it, as what a reader has done meanwhile. */
  readonly before?: string
  readonly answer?: string
  readonly code?: number
  /** In place of it, with the reason that it cannot be run as it stands. */
  readonly instead?: readonly [text: string, why: string]
}

const bump = "sed -i.old s/0.1.0/0.2.0/ my-capability/capability.json && rm my-capability/*.old"
const change = "echo 'echo more' >> my-capability/hooks/session-start.sh"
const inCi = "a test of the whole suite cannot set up and run the suite; .ci/run does"

const lines: Readonly<Record<string, Taken>> = {
  "npm ci && npx gsd demo": { instead: ["npx gsd demo", inCi] },
  "npm ci && npm test": { instead: ["true", inCi] },
  "npx gsd capability install ./my-capability": { answer: "y" },
  "npx gsd capability update my-capability": { before: `${bump}; ${change}`, answer: "y" },
  "npx gsd capability outdated": { before: "gsd capability install ./my-capability --yes" },
  "npx gsd review --plan 01-PLAN.md": {
    instead: [
      "npx gsd review --plan 01-PLAN.md --lanes plan-lint",
      "reviewers of this machine would be asked"
    ]
  },
  "npx gsd plan-lint 01-PLAN.md": { code: 7 }
}

const withoutComment = (line: string): string => line.replace(/\s+# .*$/u, "").trim()

const told = deedsOf(readFileSync(join(repository, "README.md"), "utf8"))
  .filter((deed) => deed.kind === "run")
  .flatMap(({ line, text }) =>
    text
      .split("\n")
      .map((one, at) => ({ line: line + 1 + at, text: withoutComment(one) }))
      .filter((one) => one.text !== "")
  )

describe("README.md, line for line in a throwaway home", () => {
  const reader = readerIn(makeRoom("gsd-readme-"), repository)

  beforeAll(() => {
    putPrograms(reader.bin)
    for (const name of ["01-PLAN.md", "PLAN"])
      cpSync(join(repository, "examples/plans/01-PLAN.md"), join(reader.folder, name))
    mkdirSync(join(reader.folder, ".planning/phases/03-payments"), { recursive: true })
    writeFileSync(
      join(reader.folder, ".planning/ROADMAP.md"),
      "# Roadmap\n\n## Phase 3: Payments\n\nA form.\n"
    )
    layRealMember(join(reader.folder, "skills/agent-workflow-kit"), "agent-workflow-kit")
  })

  it.each(told)("line $line: $text", ({ text }) => {
    const { answer, before, code = 0, instead } = lines[text] ?? {}
    if (before !== undefined) assert.strictEqual(reader.run(before).code, 0)
    const ran = reader.run(instead?.[0] ?? text, answer)
    assert.strictEqual(ran.code, code, ran.output)
    assert.notInclude(ran.output, "This is a bug in gsd")
  })

  it("has every line that is taken otherwise", () => {
    const texts = told.map(({ text }) => text)
    assert.deepStrictEqual(
      Object.keys(lines).filter((line) => !texts.includes(line)),
      []
    )
  })

  it("is set up and tested as .ci/run does it", () => {
    assert.include(readFileSync(join(repository, ".ci/run"), "utf8"), "npm ci && npm test")
  })
})
