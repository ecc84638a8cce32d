/** Versions of the package, and of the manifest and loop contract it implements. */
export interface Versions {
  readonly version: string
  readonly gsdApiVersion: string
}

/** The package's version alone, for scripts. */
export const renderVersion = (versions: Versions): string => versions.version
