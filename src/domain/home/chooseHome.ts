/** Where H was named. */
export interface HomeChoice {
  /** Real path of the directory that holds `.gsd`. */
  readonly base: string
  readonly from: "home" | "GSD_HOME" | "--root"
}

/** Chooses the directory that holds H: `--root`, else GSD_HOME, else home. Paths as given. This file imports nothing: a short run asks. */
export const chooseHome = (options: {
  readonly root: string | undefined
  readonly variables: Pick<ReadonlyMap<string, string>, "get">
  readonly home: string
}): HomeChoice => {
  if (options.root !== undefined) return { base: options.root, from: "--root" }
  const variable = options.variables.get("GSD_HOME")
  if (variable !== undefined && variable !== "") return { base: variable, from: "GSD_HOME" }
  return { base: options.home, from: "home" }
}
