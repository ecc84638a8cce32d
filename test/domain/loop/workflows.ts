import { readdirSync, readFileSync } from "node:fs"
import type { WorkflowFile } from "../../../src/domain/loop/workflowSet.ts"

const folder = new URL("../../../workflows/", import.meta.url)

/** The workflows as they are shipped. */
export const shippedWorkflows: ReadonlyArray<WorkflowFile> = readdirSync(folder)
  .toSorted()
  .map((name) => ({ path: `workflows/${name}`, text: readFileSync(new URL(name, folder), "utf8") }))

/** The text of one of them. */
export const shippedWorkflow = (step: string): string =>
  shippedWorkflows.find(({ path }) => path === `workflows/${step}.md`)?.text ?? ""

/** The shipped workflows, one of them changed. */
export const withWorkflow = (step: string, change: (text: string) => string): ReadonlyArray<WorkflowFile> =>
  shippedWorkflows.map((file) =>
    file.path === `workflows/${step}.md` ? { ...file, text: change(file.text) } : file
  )

/** A workflow of the step `plan` whose lines stay where they are. */
export const planSample = `# Plan a phase

<!-- gsd:loop-host
step: plan
points: plan:pre, plan:post
agent-roles: researcher, planner
produces: PLAN.md
consumes: CONTEXT.md
-->

## 1. Before

    gsd loop render plan:pre --json --phase N

Dispatch: steps, contributions, gates.

Researcher: {{contributions:researcher}}
Planner: {{contributions:planner}}

## 2. After

    gsd loop render plan:post --json --phase N

Dispatch: steps, contributions, gates.
`
