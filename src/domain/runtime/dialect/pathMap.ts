import type { DialectContext } from "./source.ts"

/** What stands for the folders that texts are written for. */
export interface Roots {
  /** Instead of `~/.claude`. */
  readonly config: string
  /** Instead of `~/.claude/skills`. */
  readonly skills: string
  /** Instead of `.claude` in a project. */
  readonly project: string
}

const posix = (path: string): string => path.replaceAll("\\", "/").replace(/\/+$/u, "")

/** A folder as a text names it: below the person's home by the sign of the home, else absolute, with `/`. */
const namedFrom = (homeSign: string, home: string, path: string): string => {
  const [above, below] = [posix(home), posix(path)]
  return above !== "" && below.startsWith(`${above}/`) ? `${homeSign}${below.slice(above.length)}` : below
}

/**
 * The folders of the runtime as a text names them. In a project they are relative: its files are shared, and a path of one
 * machine is wrong on the next.
 */
export const rootsOf = (
  homeSign: string,
  { configDir, home, localConfigDir, scope, skillsDir }: DialectContext
): Roots => {
  const project = localConfigDir ?? ".claude"
  if (scope === "local") return { config: `./${project}`, skills: `./${project}/skills`, project }
  const config = namedFrom(homeSign, home, configDir)
  return {
    config,
    skills: skillsDir === undefined ? `${config}/skills` : namedFrom(homeSign, home, skillsDir),
    project
  }
}

/** The first root that cannot stand in a text: it holds a control character or a line end. */
export const unwritableRoot = ({ config, project, skills }: Roots): string | undefined =>
  [config, skills, project].find((path) => /[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}]/u.test(path))

/** `.claude` as a folder: not the end of another path, not `.claude-plugin`, `.claudeignore` or `.claude.json`. */
const folder =
  /(?<![\w.~/\\$}-])(~\/|\$HOME\/|\$\{HOME\}\/|\.\/)?\.claude(?![\w-]|\.\w)(\/skills(?![\w-]))?/gu

/** Writes each of Claude's folders in a text as the runtime's. What stands below it stays. */
export const rewritePaths = (text: string, { config, project, skills }: Roots): string =>
  text.replace(folder, (_whole: string, from: string | undefined, below: string | undefined) => {
    if (from === undefined || from === "./") return `${from ?? ""}${project}${below ?? ""}`
    return below === undefined ? config : skills
  })
