/** Documents that take blocks of lines; all others are JSON, with or without comments. */
export type BlockFormat = "toml" | "markdown"

/** The format of a file by its name's end; undefined for JSON. Example: `/home/ada/.codex/config.toml` is `toml`. */
export const blockFormatOf = (file: string): BlockFormat | undefined => {
  const name = file.toLowerCase()
  if (name.endsWith(".toml")) return "toml"
  return name.endsWith(".md") ? "markdown" : undefined
}
