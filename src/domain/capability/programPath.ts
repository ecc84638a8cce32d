/** Path with `/`, without `.` segments and doubled slashes; a trailing slash stays, because it names a folder. */
export const plainPath = (path: string): string => {
  const parts = path.replaceAll("\\", "/").split("/")
  const kept = parts.filter((part, index) => (part !== "" || index === parts.length - 1) && part !== ".")
  return kept.join("/")
}

/**
 * Tells whether a manifest names a program by a path below its bundle: anything with a separator of either system that
 * is not absolute on one of them. `~` is a folder like any other, since nobody expands it.
 */
export const isRelativeProgram = (program: string): boolean =>
  /[/\\]/u.test(program) && !/^(?:[/\\]|[A-Za-z]:)/u.test(program)

/**
 * Path in the bundle, with `/`, of a program that a manifest names by a relative path. Undefined for a bare name, which
 * is looked up on PATH, for an absolute path, and for what is no file below the bundle, which nothing starts.
 * Source: decisions 16.
 */
export const bundledProgram = (program: string): string | undefined => {
  const path = isRelativeProgram(program) ? plainPath(program) : ""
  return path === "" || path.endsWith("/") || path.split("/").includes("..") ? undefined : path
}
