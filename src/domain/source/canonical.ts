import type { GitRepository, GitWanted, Source } from "./source.ts"

const wantedText = (wanted: GitWanted): string | undefined => {
  switch (wanted._tag) {
    case "Default":
      return undefined
    case "Tag":
      return `tag:${wanted.name}`
    case "Branch":
      return `branch:${wanted.name}`
    case "Commit":
      return `sha:${wanted.sha}`
    case "Bare":
      return wanted.name
  }
}

const gitText = ({ path, url, wanted }: GitRepository): string => {
  const parts = [wantedText(wanted), path === undefined ? undefined : `path:${path}`]
  const fragment = parts.filter((part) => part !== undefined).join("&")
  const start = url.startsWith("ssh:") || /\.git$/iu.test(url) ? url : `git+${url}`
  return fragment === "" ? start : `${start}#${fragment}`
}

/** A source as it is recorded: `parseSource` reads it back, and no credential is in it. A local path stands as it is. */
export const canonicalOf = (source: Source): string => {
  switch (source.kind) {
    case "local":
    case "archive":
      return source.path
    case "https":
      return source.url
    case "git":
      return gitText(source)
    case "npm":
      return `npm:${source.name}${source.selector === undefined ? "" : `@${source.selector}`}`
    case "registry":
      return `${source.id}@${source.registry}${source.selector === undefined ? "" : `#${source.selector}`}`
  }
}

/** Host that a source is fetched from, lower case and without port; undefined for local ones and for names that a configuration leads to a host. */
export const hostOf = (source: Source): string | undefined =>
  source.kind === "https" || source.kind === "git" ? new URL(source.url).hostname.toLowerCase() : undefined

/** The word under which a policy allows the source: `local`, `npm`, a host or a registry's name. Source: design section 7. */
export const policyWord = (source: Source): string => {
  switch (source.kind) {
    case "local":
    case "archive":
      return "local"
    case "npm":
      return "npm"
    case "registry":
      return source.registry
    case "https":
    case "git":
      return hostOf(source) ?? ""
  }
}

/** The source as the consent subject names it: without credentials, and for a local folder or archive the word `local`. */
export const consentSource = (source: Source): string =>
  source.kind === "local" || source.kind === "archive" ? "local" : canonicalOf(source)
