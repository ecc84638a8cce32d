/** What every expected error of this product offers beside its `message`: the next steps. */
export interface Hinted {
  /** Next steps, most useful first; each one sentence without a final period. */
  readonly hints: ReadonlyArray<string>
}

/** The step towards what is looked for and stands in the other scope that counts here. */
export const elsewhereHints = ({
  elsewhere,
  id
}: {
  readonly id: string
  readonly elsewhere?: "global" | "project"
}): ReadonlyArray<string> =>
  elsewhere === undefined
    ? []
    : [`\`${id}\` is there in ${elsewhere} scope: run the command again with \`--scope ${elsewhere}\``]

/** Exit codes of the command line. Source: design section 7. */
export const exitCode = {
  ok: 0,
  failed: 1,
  usage: 2,
  consent: 3,
  refused: 4,
  busy: 5,
  notFound: 6,
  degraded: 7,
  bug: 70,
  interrupted: 130,
  terminated: 143
} as const
