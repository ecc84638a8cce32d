/** Roles that can be begun from a scaffold. */
export const scaffoldRoles = ["feature", "reviewer"] as const

/** A role that can be begun from a scaffold. */
export type ScaffoldRole = (typeof scaffoldRoles)[number]

/** One file of a new capability, its path relative to the folder. */
export interface ScaffoldFile {
  readonly path: string
  readonly text: string
  readonly executable: boolean
}
