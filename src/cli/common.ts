/** What every verb was told beside its own arguments. */
export interface Common {
  /** One JSON document on stdout, and no question. */
  readonly json: boolean
  readonly scope: "global" | "project"
  readonly root?: string
  readonly project?: string
  /** No server is asked. */
  readonly offline?: boolean
}
