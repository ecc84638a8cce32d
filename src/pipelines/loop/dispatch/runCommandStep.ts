import * as Effect from "effect/Effect"
import { ruleOnStep } from "../../../domain/loop/gate.ts"
import type { ActiveStep } from "../../../domain/loop/hook.ts"
import { tailOf } from "../../../domain/loop/message.ts"
import { limits } from "../../../domain/limits.ts"
import { runFamily } from "../../runFamily.ts"
import type { Here } from "./here.ts"

const described = (sentence: string, output: string): string => {
  const said = tailOf(output, limits.hookMessageCharacters - sentence.length - 2)
  return said === "" ? sentence : `${sentence}: ${said}`
}

/**
 * Runs a step's command, `intel api-surface`, as `gsd x` does: the family of a capability, in a process of its own. Any
 * exit code but 0 is a failure, and so is a family that is not there.
 */
export const runCommandStep = Effect.fn("loop.runCommandStep")(function* (
  step: ActiveStep,
  line: string,
  { wanted }: Here
) {
  const [family = "", ...args] = line.split(/\s+/u).filter((word) => word !== "")
  return yield* runFamily({ ...wanted, family, args }).pipe(
    Effect.match({
      onFailure: ({ message }) => ruleOnStep(step, "failed", message),
      onSuccess: ({ exitCode, stderr, stdout }) =>
        exitCode === 0
          ? ruleOnStep(step, "done")
          : ruleOnStep(
              step,
              "failed",
              described(
                `\`gsd x ${line}\` ended with exit code ${exitCode}`,
                stderr.trim() === "" ? stdout : stderr
              )
            )
    })
  )
})
