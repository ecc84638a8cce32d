/** What the driver is told to do. */
export interface Order {
  readonly op: "install" | "update" | "rollback" | "remove" | "list" | "verify" | "next" | "hold"
  /** Directory that holds `.gsd`. */
  readonly root: string
  readonly project: string
  /** Global scope when left out; `list` then lists that alone, and both scopes in a project. */
  readonly scope?: "project"
  readonly id?: string
  readonly spec?: string
  readonly wire?: ReadonlyArray<string>
  /** Name of the step behind which the process stops. */
  readonly stop?: string
}

/** One line that the driver prints. */
export interface Said {
  readonly go?: string
  readonly stopped?: string
  readonly ok?: unknown
  readonly error?: { readonly _tag?: string; readonly message: string; readonly reason?: string }
}
