/** Answers in the forms that reviewers are known to give, each about the same three things. */
export const answers: Readonly<Record<string, string>> = {
  "nested bullets with attributes": `I reviewed the plan against the repository.

## 01-02

### Summary
The plan is mostly sound but misses the lock.

### Strengths
*   **Clear order**: the store is opened first (\`src/store.ts:12\`).

### Concerns
*   **[HIGH] The lock is never released**
    *   **Location:** \`src/lock.ts:30-34\`
    *   **Why:** a failing write leaves it held.
    *   **Fix:** release it in a finalizer.
*   **[LOW] The log grows without bound** in \`src/log.ts:7\`.

### Suggestions
*   Consider a metric.

### Risk Assessment
**MEDIUM**: the lock must be fixed first.`,

  "numbered headings with a severity line": `# Review

## Strengths

1. The store is opened before it is read, see src/store.ts:12.

## Concerns

### 1. The lock is never released

**Severity:** HIGH
**Where:** \`src/lock.ts:30\`

A failing write leaves it held.

### 2. The log grows without bound

**Severity:** Low

\`src/log.ts:7\` appends forever.

## Overall risk: MEDIUM`,

  "a table": `| Severity | Location | Finding |
|---|---|---|
| 🔴 HIGH | src/lock.ts:30 | The lock is never released |
| 🟢 Low | src/log.ts:7 | The log grows without bound |

**Strengths**

- ✅ src/store.ts:12 opens first`,

  "priorities in brackets": `Full review comments:

- [P1] Release the lock when the write fails — /projects/board/src/lock.ts:30-34
  A failing write leaves it held, so the next command waits for ever.

- [P3] Bound the log — /projects/board/src/log.ts:7-7
  It grows without bound.

What works:

- \`src/store.ts:12\` opens the store first`,

  "underlined headings and sentences": `Strengths
---------

- The store is opened first (src/store.ts, line 12)

Concerns
========

- HIGH - src/lock.ts (lines 30-34): the lock is never released
- LOW - src/log.ts line 7: the log grows without bound`,

  "groups by severity": `### Concerns

**HIGH:**
- \`src/lock.ts:30\`: the lock is never released

**MEDIUM:**
- None

**LOW:**
- \`src/log.ts:7\`: the log grows without bound

### Strengths
- \`src/store.ts:12\` opens first`,

  "verdicts per finding": `## Findings

1. **HIGH** \`src/lock.ts:30\` the lock is never released. **Verdict:** reject
2. **LOW** \`src/log.ts:7\` the log grows without bound. **Verdict:** concern
3. **LOW** \`src/store.ts:12\` opens first. **Verdict:** approved`
}

/** What a tool writes that sees the diff only and rates nothing. */
export const fileHeads = `Starting review

============================================================================
File: src/lock.ts
Line: 30 to 34
Type: potential_issue

Prompt for AI Agent:
In src/lock.ts around lines 30 to 34, the lock is never released; release it in a finalizer.

============================================================================
File: src/log.ts
Line: 7
Type: potential_issue

Prompt for AI Agent:
In @src/log.ts at line 7, bound the log.

Review completed`
