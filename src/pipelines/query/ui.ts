import * as Effect from "effect/Effect"
import { member } from "../../domain/json/value.ts"
import { fileEvidence, uiEvidence } from "../../domain/query/uiEvidence.ts"
import { judgeUiPlan, uiHint, type UiPlanFacts } from "../../domain/query/uiPlanGate.ts"
import { judgeUiSafety, openItems } from "../../domain/query/uiSafetyGate.ts"
import { isUiFile } from "../../domain/query/uiWords.ts"
import { proseOf } from "../../domain/planning/prose.ts"
import { changesOf } from "./changes.ts"
import type { QueryContext } from "./context.ts"
import { findArtifact } from "./phase.ts"
import { frontOf, plansOf, readArtifact, roadmapOf, type ReadText } from "./texts.ts"

const statedIn = Effect.fnUntraced(function* (
  context: ReadText | undefined,
  roadmap: Effect.Success<ReturnType<typeof roadmapOf>>
) {
  const own = context === undefined ? undefined : member(yield* frontOf(context), "frontend")
  if (context !== undefined && typeof own === "boolean") return { frontend: own, path: context.path, line: 1 }
  const hint = roadmap === undefined ? undefined : uiHint(roadmap.lines)
  return hint === undefined || roadmap === undefined ? undefined : { ...hint, path: roadmap.path }
})

/** Asks `ui.plan-gate`. */
export const uiPlanGate = Effect.fn("query.uiPlanGate")(function* ({ phase }: QueryContext) {
  const context = yield* readArtifact(phase, "CONTEXT.md")
  const roadmap = yield* roadmapOf(phase)
  const plans = yield* plansOf(phase)
  const texts = [
    ...(context === undefined ? [] : [context]),
    ...(roadmap === undefined ? [] : [roadmap]),
    ...plans.map(({ path, text }) => ({ path, lines: proseOf(text) }))
  ]
  const files = plans.flatMap(({ path, plan }) =>
    plan.files.items.map((file) => ({ file, path, line: plan.files.line }))
  )
  const stated = yield* statedIn(context, roadmap)
  const uiSpec = yield* findArtifact(phase, "UI-SPEC.md")
  return judgeUiPlan({
    read: texts.map(({ path }) => path),
    evidence: [...uiEvidence(texts), ...fileEvidence(files)],
    ...(stated === undefined ? {} : { stated }),
    ...(uiSpec === undefined ? {} : { uiSpec: uiSpec.path })
  } satisfies UiPlanFacts)
})

/** Asks `ui.safety-gate`. */
export const uiSafetyGate = Effect.fn("query.uiSafetyGate")(function* (context: QueryContext) {
  const uiSpec = yield* readArtifact(context.phase, "UI-SPEC.md")
  const none = { files: [], source: "history" } as const
  if (uiSpec === undefined) return judgeUiSafety({ changes: none })
  const status = member(yield* frontOf(uiSpec), "status")
  return judgeUiSafety({
    uiSpec: { path: uiSpec.path, status, open: openItems(uiSpec.lines) },
    changes: yield* changesOf(context, isUiFile)
  })
})
