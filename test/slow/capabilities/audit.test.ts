import { symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { removeRooms } from "../../support/rooms.ts"
import { makeProject, result, said, x } from "./project.ts"

afterAll(removeRooms)

const phase = ".planning/phases/03-payments"

const uat = `---
status: testing
---
# Payments

## Tests

### 1. Pay by card
expected: A receipt
result: pass

### 2. Refund
expected: The money is back
result: issue
reported: "No mail came"

### 3. Pay by invoice
expected: A mail
result: [pending]

### Test 4: Partner bank
result: blocked (no access)

### 5. Old browser
result: skipped

\`\`\`
### 6. In an example
result: fail
\`\`\`
`

const texts = {
  [`${phase}/03-UAT.md`]: uat,
  ".planning/phases/10-mail/UAT.md": "# Mail\r\n\r\n- [x] Send\r\n- [ ] Receive\r\n- [!] Bounce\r\n",
  [`${phase}/03-VERIFICATION.md`]: '---\nstatus: gaps_found\ngaps:\n  - truth: "No retry"\n    status: failed\n---\n# V\n',
  ".planning/phases/10-mail/VERIFICATION.md": "---\nstatus: human_needed\n---\n",
  ".planning/phases/02-done/02-VERIFICATION.md": "---\nstatus: passed\n---\n\n## Gaps\n\nNone\n",
  [`${phase}/03-CONTEXT.md`]:
    "# C\n\n## Open questions\n\n- Which bank?\n- ~~Which currency?~~\n- [x] Which tax?\n\n## Deferred ideas\n\n- Crypto\n- None\n\n## Rest\n\n- not open\n",
  [`${phase}/deferred-items.md`]: "- [ ] Rename a column\n- [x] Drop a table\n",
  ".planning/todos/pending/login.md": "\uFEFF---\r\ntitle: Fix the login\r\n---\r\n",
  ".planning/todos/pending/plain.md": "# A plain one\n",
  ".planning/todos/done/old.md": "# Done\n",
  ".planning/debug/slow.md": "---\nstatus: investigating\n---\n# Slow start\n",
  ".planning/debug/fast.md": "---\nstatus: resolved\n---\n# Was slow\n"
}

interface Open {
  readonly open: number
  readonly counts: Readonly<Record<string, number>>
  readonly items: ReadonlyArray<{
    readonly kind: string
    readonly phase: string | null
    readonly file: string
    readonly line: number
    readonly text: string
  }>
}

describe("audit-open", () => {
  const world = makeProject(texts)

  it("lists what is open of every kind, with its place, and nothing that is done", () => {
    const { counts, items, open } = result<Open>(world, "audit-open")
    assert.deepStrictEqual(
      items.map(({ file, kind, line, text }) => `${kind} ${file.replace(".planning/", "")}:${line} ${text}`),
      [
        "todo todos/pending/login.md:1 Fix the login",
        "todo todos/pending/plain.md:1 A plain one",
        "uat phases/03-payments/03-UAT.md:12 failed: Refund",
        "uat phases/03-payments/03-UAT.md:17 pending: Pay by invoice",
        "uat phases/03-payments/03-UAT.md:21 blocked: Partner bank",
        "uat phases/10-mail/UAT.md:4 pending: Receive",
        "uat phases/10-mail/UAT.md:5 failed: Bounce",
        "verification phases/03-payments/03-VERIFICATION.md:4 No retry",
        "verification phases/10-mail/VERIFICATION.md:1 its status is human_needed",
        "deferred phases/03-payments/deferred-items.md:1 Rename a column",
        "deferred phases/03-payments/03-CONTEXT.md:11 Crypto",
        "question phases/03-payments/03-CONTEXT.md:5 Which bank?",
        "debug debug/slow.md:1 Slow start (investigating)"
      ]
    )
    assert.strictEqual(open, items.length)
    assert.deepStrictEqual(counts, { todo: 2, uat: 5, verification: 2, deferred: 2, question: 1, debug: 1 })
  })

  it("tells a person the same, and a gate by its exit code", () => {
    const text = said(world, "audit-open")
    assert.match(text, /^13 open items\n\nTodos \(2\)\n {2}\.planning\/todos\/pending\/login\.md:1 {2}Fix the login\n/u)
    assert.strictEqual(x(world, "audit-open --strict").code, 1)
    assert.strictEqual(x(makeProject({}), "audit-open --strict").code, 0)
    assert.strictEqual(said(makeProject({}), "audit-open"), "Nothing is open\n")
  })

  it("looks at one phase or one kind when asked to", () => {
    assert.strictEqual(result<Open>(world, "--phase 10 audit-open").open, 3)
    assert.deepStrictEqual(result<Open>(world, "audit-open --kind question,debug").counts, { question: 1, debug: 1 })
    const refused = x(world, "audit-open --kind nothing")
    assert.strictEqual(refused.code, 1)
    assert.match(refused.stderr, /^`nothing` is no kind; there are todo, /u)
  })

  it("follows no link, and shows no control characters of a file", () => {
    const hostile = makeProject({ ".planning/todos/pending/a.md": "# A\u001b[2J\u202eB\n" })
    writeFileSync(join(hostile.root, "secret.md"), "# Secret\n")
    symlinkSync(join(hostile.root, "secret.md"), join(hostile.work, ".planning/todos/pending/b.md"))
    symlinkSync(hostile.root, join(hostile.work, ".planning/phases"))
    assert.deepStrictEqual(
      result<Open>(hostile, "audit-open").items.map(({ text }) => text),
      ["A [2J B"]
    )
  })
})

describe("audit-uat", () => {
  const world = makeProject(texts)

  it("counts the tests of all phases by state and shows those that are open", () => {
    const found = result<{ readonly open: number; readonly counts: unknown; readonly tests: ReadonlyArray<unknown> }>(
      world,
      "audit-uat"
    )
    assert.strictEqual(found.open, 5)
    assert.deepStrictEqual(found.counts, { failed: 2, blocked: 1, pending: 2, passed: 2, skipped: 1 })
    assert.deepInclude(found.tests, {
      phase: "03-payments",
      file: `${phase}/03-UAT.md`,
      line: 12,
      number: "2",
      name: "Refund",
      state: "failed",
      note: 'reported: "No mail came"'
    })
    const text = said(world, "audit-uat")
    assert.match(text, /^8 tests: 2 failed, 1 blocked, 2 pending, 2 passed, 1 skipped\n\nfailed \(2\)\n/u)
    assert.notInclude(text, "Pay by card")
  })

  it("prints JSON when its own flag asks for it, and refuses what it does not know", () => {
    const document: { readonly open: number } = JSON.parse(said(world, "audit-uat --json"))
    assert.strictEqual(document.open, 5)
    const refused = x(world, "audit-uat --jsn")
    assert.deepStrictEqual([refused.code, refused.stderr], [1, "There is no flag `--jsn` here\n"])
  })
})
