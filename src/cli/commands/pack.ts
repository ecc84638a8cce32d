import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { exitCode } from "../../domain/hinted.ts"
import { Concluded, InvocationInvalid } from "../errors.ts"
import { commonFlags } from "../globals.ts"
import { renderPacked } from "../render/pack.ts"
import { inWorkshop, print } from "../verb.ts"
import { load, optionally } from "./flags.ts"

const flags = {
  folder: Argument.String("dir").pipe(Argument.withDescription("Folder that holds capability.json")),
  out: Flag.String("out").pipe(
    Flag.withMetavar("FILE"),
    Flag.withDescription("Where the archive goes; ID-VERSION.tgz in the working directory without it"),
    Flag.optional
  ),
  check: Flag.String("check").pipe(
    Flag.withMetavar("FILE"),
    Flag.withDescription(
      "Write nothing; compare this archive with what would be packed, exit 7 when it differs"
    ),
    Flag.optional
  )
}

const problem = "`--out` and `--check` exclude each other"

/** `gsd capability pack DIR`. Exit 7 when `--check` finds a difference. */
export const pack = Command.make(
  "pack",
  flags,
  Effect.fnUntraced(function* ({ check, folder, out }) {
    const common = yield* commonFlags
    if (Option.isSome(check) && Option.isSome(out))
      return yield* new InvocationInvalid({
        command: "gsd capability pack",
        problem,
        problems: [problem],
        suggestions: []
      })
    const pipeline = yield* load(() => import("../../pipelines/pack.ts"))
    const packed = yield* Option.isSome(check)
      ? inWorkshop(pipeline.packCheck({ folder, archive: check.value }))
      : inWorkshop(pipeline.pack({ folder, ...optionally("out", out) }))
    yield* print(common, packed, renderPacked)
    if (packed.status === "differs") return yield* new Concluded({ code: exitCode.degraded })
  })
).pipe(
  Command.withDescription("Pack a capability's folder into one archive, the same bytes for the same input"),
  Command.withExamples([
    {
      command: "gsd capability pack ./hello-hooks",
      description: "hello-hooks-1.0.0.tgz, ready to be published"
    },
    {
      command: "gsd capability pack ./hello-hooks --check hello-hooks-1.0.0.tgz",
      description: "Tell whether an archive is of this folder"
    }
  ])
)
