/** A plan with nothing wrong: every defect of the tests is one change of it. */
export const cleanPlan = `---
phase: 01-board
plan: 01
type: execute
wave: 1
depends_on: []
files_modified: [src/board.ts, test/board.test.ts]
requirements: [BOARD-01, BOARD-02]
must_haves:
  truths:
    - "A card can be moved"
---

<objective>
Moving cards.
</objective>

<context>
@.planning/PROJECT.md
@src/store.ts
</context>

<tasks>

<task type="auto" tdd="true">
  <name>Task 1: Move a card (BOARD-01)</name>
  <files>src/board.ts, test/board.test.ts</files>
  <read_first>
    - src/store.ts (how cards are kept)
    - \`src/lock.ts:3-9\`
  </read_first>
  <action>
    Add \`move\` to \`src/board.ts\`; it takes the lock of \`src/lock.ts\`.
    \`\`\`ts
    <task type="auto">an example</task>
    \`\`\`
  </action>
  <verify>
    <automated>npm test -- board</automated>
  </verify>
  <acceptance_criteria>
    - [ ] moving a card twice leaves one card
  </acceptance_criteria>
  <done>Cards move.</done>
</task>

<task type="auto">
  <name>Task 2: Show the board (BOARD-02)</name>
  <files>src/board.ts</files>
  <action>Render the columns.</action>
  <verify>\`npm test\`</verify>
  <acceptance_criteria>each column has a heading</acceptance_criteria>
  <done>Shown.</done>
</task>

<task type="checkpoint:human-verify" gate="blocking">
  <what-built>The board</what-built>
  <resume-signal>Type approved</resume-signal>
</task>

</tasks>
`

/** The files that the plan counts on. */
export const existing: ReadonlySet<string> = new Set([".planning/PROJECT.md", "src/store.ts", "src/lock.ts"])

/** The clean plan in the form of headings. */
export const headingPlan = `# Plan

## Task 1: Move a card

**Files:** \`src/board.ts\`
**Read first:** \`src/store.ts\`

**Action:** Add \`move\`.

**Verify:**

\`\`\`sh
# the board
npm test
\`\`\`

**Acceptance criteria:**
- one card is left

## Task 2

- **Action**: Show it
- **Verify**: \`npm test\`
- **Acceptance criteria**: it is shown
`
