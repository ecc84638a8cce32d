import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as FamilyFilesDisk from "../layers/family/FamilyFilesDisk.ts"
import * as EnvironmentNode from "../layers/home/EnvironmentNode.ts"
import { familyValidate, type KnownReports } from "../pipelines/familyValidate.ts"
import { tellFamilyReports } from "./familyTelling.ts"
import type { FastValidate } from "./fastPath.ts"
import { runMain } from "./mainRunner.ts"
import { screen } from "./mainScreen.ts"

/** A call of `family validate`, and what is known of it. */
export interface WholeValidate {
  readonly wanted: FastValidate
  readonly known: KnownReports
}

/** Answers `family validate` with its own pipeline, without effect/cli. */
export const runValidateWhole = ({ known, wanted }: WholeValidate, argv: ReadonlyArray<string>): void => {
  const layer = Layer.mergeAll(
    FamilyFilesDisk.layer,
    EnvironmentNode.layerWith(["gsd", ...argv].join(" ")),
    screen
  )
  const program = Effect.flatMap(familyValidate(wanted.patterns, known), (reports) =>
    tellFamilyReports(wanted, reports)
  )
  runMain(Effect.provide(program, layer), argv)
}
