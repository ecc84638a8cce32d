/** Why a text is no name of a tag or branch; undefined when it is one. Source: git-check-ref-format. */
export const gitRefProblem = (name: string): string | undefined => {
  if (name === "") return "the ref is empty"
  if (name.length > 255) return "the ref is longer than 255 characters"
  if (name.startsWith("-")) return "the ref reads like an option"
  if (/[\u0000-\u0020\u007f~^:?*[\\]/u.test(name))
    return "the ref holds a character that git does not allow in a name"
  if (!/^[\p{L}\p{N}._/@+#,=%!-]+$/u.test(name))
    return "the ref holds a character that has a meaning in a shell"
  if (name.includes("..") || name.includes("@{") || name === "@")
    return "the ref is an expression, not a name"
  const parts = name.split("/")
  if (
    parts.some((part) => part === "" || part.startsWith(".") || part.endsWith(".lock")) ||
    name.endsWith(".")
  )
    return "the ref is no name that git allows"
  return undefined
}
