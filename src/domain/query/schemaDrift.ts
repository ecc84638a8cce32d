import type { PhaseText } from "./uiEvidence.ts"
import { named, skipped, some, type Judged } from "./answer.ts"
import { changesJson, type Changes } from "./changes.ts"
import { ormsOf, type Orm } from "./orms.ts"

/** What decides whether a changed schema has reached a database. */
export interface SchemaFacts {
  /** Changed files that may be a schema's. */
  readonly changes: Changes
  /** Files of the project; undefined where nobody can tell. */
  readonly files: ReadonlyArray<string> | undefined
  /** What was done in the phase: its summaries. */
  readonly summaries: ReadonlyArray<PhaseText>
}

/** A line that tells of a command that was not run, or is to be run. */
const unrun =
  /\b(?:not|never|cannot|to-?do|pending|later|skip(?:ped)?|fail(?:ed|s|ure)?|should|must|needs? to|remember to|have to|has to|before deploy(?:ing|ment)?|blocked)\b|n't\b|\[ \]/iu

interface Run {
  readonly orm: string
  readonly path: string
  readonly line: number
}

const runsIn = (orm: Orm, texts: ReadonlyArray<PhaseText>): ReadonlyArray<Run> =>
  texts.flatMap(({ lines, path }) =>
    lines
      .filter(({ text }) => !unrun.test(text) && orm.commands.some((command) => command.test(text)))
      .map(({ line }) => ({ orm: orm.name, path, line }))
  )

const isPresent = ({ beside }: Orm, files: ReadonlyArray<string> | undefined): boolean =>
  beside === undefined || files === undefined || files.some((path) => beside.test(path))

/** The answer when the person has said that nobody is to look. */
export const schemaCheckSkipped = (): Judged =>
  skipped("GSD_SKIP_SCHEMA_CHECK is true: whether the schema was pushed was not looked at", {
    drift_detected: false,
    schema_files: [],
    orms: [],
    unpushed_orms: []
  })

/** Judges whether schemas that a phase changed were brought to a database, by the commands that its summaries tell of. */
export const judgeSchemaDrift = ({ changes, files, summaries }: SchemaFacts): Judged => {
  const touched = changes.files.flatMap((path) =>
    ormsOf(path)
      .filter((orm) => isPresent(orm, files))
      .map((orm) => ({ orm, path }))
  )
  const used = [...new Set(touched.map(({ orm }) => orm))]
  const runs = used.flatMap((orm) => runsIn(orm, summaries))
  const unpushed = used.filter(({ name }) => !runs.some(({ orm }) => orm === name))
  const paths = [...new Set(touched.map(({ path }) => path))]
  const names = unpushed.map(({ name }) => name)
  const drifted = unpushed.length > 0
  const whole =
    used.length === 0 ? "No schema has changed in the phase" : "Each schema that changed was pushed"
  const message = drifted
    ? `The schema has changed (${named(paths)}) and no summary of the phase tells of a push or migration for ${named(names)}`
    : whole
  return {
    block: drifted,
    message,
    details: {
      drift_detected: drifted,
      blocking: drifted,
      schema_files: some(paths),
      schema_file_count: paths.length,
      orms: used.map(({ name }) => name),
      unpushed_orms: names,
      evidence: some(runs).map(({ line, orm, path }) => ({ orm, path, line })),
      message,
      skipped: false,
      ...changesJson(changes)
    }
  }
}
