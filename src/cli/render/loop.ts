import type { ContractView } from "../../domain/loop/contract.ts"
import type { PointsReport } from "../../domain/loop/points.ts"
import { safe, table, type View } from "./view.ts"

const listed = (names: ReadonlyArray<string>): string =>
  names.length === 0 ? "-" : names.map(safe).join(" ")

const contractHeader = ["POINT", "ROLES", "KINDS", "ARTEFACTS"]

/** One row per point: who is addressed there, what runs there, what exists by then. */
export const renderContract = ({ points }: ContractView, view: View): string => {
  const { bold, dim } = view.paint
  const rows = points.map((one) => [
    one.point,
    listed(one.agentRoles),
    listed(one.kinds),
    listed(one.artifacts)
  ])
  return table([contractHeader, ...rows], (text, column, row) =>
    row === 0 ? dim(text) : column === 0 ? bold(text) : text
  ).join("\n")
}

const pointsHeader = ["POINT", "STEPS", "CONTRIBUTIONS", "GATES", "OFF", "ROLES", "ARTEFACTS"]

const count = (hooks: number): string => (hooks === 0 ? "-" : String(hooks))

/** One row per point: how much is in force there, who is addressed, what exists by then. */
export const renderPoints = ({ points }: PointsReport, view: View): string => {
  const { bold, dim } = view.paint
  const rows = points.map(({ active, agentRoles, artifacts, inactive, point }) => [
    point,
    count(active.steps),
    count(active.contributions),
    count(active.gates),
    count(inactive),
    listed(agentRoles),
    listed(artifacts)
  ])
  return table([pointsHeader, ...rows], (text, column, row) =>
    row === 0 ? dim(text) : column === 0 ? bold(text) : text
  ).join("\n")
}
