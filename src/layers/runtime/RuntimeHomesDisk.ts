import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { RuntimeHomeRefused } from "../../domain/runtime/errors.ts"
import { looksOf, planHome, settleHome, type HomeQuestion } from "../../domain/runtime/home.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { RuntimeHomes } from "../../services/RuntimeHomes.ts"

const nothing = new Set(["missing", "not-a-directory", "is-a-link"])

/** The homes that this process's environment leads to, looked up on the disk. */
export const layer = Layer.effect(
  RuntimeHomes,
  Effect.gen(function* () {
    const durable = yield* Durable
    const environment = yield* Environment

    const look = (path: string) =>
      durable.realPath(path).pipe(
        Effect.as<boolean | undefined>(true),
        Effect.catchTag("DiskFailure", ({ reason }) =>
          Effect.succeed(nothing.has(reason) ? false : undefined)
        ),
        Effect.map((there) => [path, there] as const)
      )

    const find = Effect.fn("RuntimeHomes.find")(function* (question: HomeQuestion) {
      const plan = planHome(question, environment)
      if (Result.isFailure(plan))
        return yield* new RuntimeHomeRefused({ runtime: question.runtime.id, ...plan.failure })
      const looked = new Map(yield* Effect.forEach(looksOf(plan.success), look))
      return settleHome(plan.success, (path) => looked.get(path))
    })

    return RuntimeHomes.of({ find })
  })
)
