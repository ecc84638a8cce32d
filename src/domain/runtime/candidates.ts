import * as Result from "effect/Result"
import type { ConfigHome } from "../capability/schema/configHome.ts"
import {
  below,
  folderOf,
  isBelow,
  readBelow,
  readFromHome,
  readHostPath,
  textOf,
  type HostPath
} from "./hostPath.ts"

/** What the machine says; nothing else of it counts. */
export interface HostFacts {
  /** As Node names it. Paths alone depend on it: every kind of home is the same on every platform. */
  readonly platform: string
  /** The user's home directory, as the operating system gives it. */
  readonly home: string
  readonly variables: ReadonlyMap<string, string>
}

/** By which rule a path comes into question. */
export type HomeRule = "variable" | "marked" | "probe" | "default" | "layout" | "project"

/** A path that comes into question; the first that needs nothing, or whose need is there, is taken. */
export interface Candidate {
  readonly rule: HomeRule
  readonly path: HostPath
  /** A clause for a person. */
  readonly why: string
  /** What must be there. */
  readonly needs?: HostPath
  /** The variable that names it. */
  readonly variable?: string
}

/** What a home's rules come to before the disk is looked at. */
export interface Candidates {
  /** Clauses about variables that say nothing. */
  readonly silent: ReadonlyArray<string>
  /** In order; the last needs nothing, when there is any. */
  readonly paths: ReadonlyArray<Candidate>
}

/** What cannot be used, and why. */
export interface HomeProblem {
  /** Kind of thing that `name` names. */
  readonly subject: "variable" | "home" | "project" | "field"
  readonly name: string
  /** A clause about `it`. */
  readonly problem: string
}

/** A step of the resolver. */
export type Judged<A> = Result.Result<A, HomeProblem>

const about =
  (subject: HomeProblem["subject"], name: string) =>
  <A>(read: Result.Result<A, string>): Judged<A> =>
    Result.mapError(read, (problem) => ({ subject, name, problem }))

/** The home directory; what is not absolute and normal is refused, as a variable would be. */
export const homeOf = ({ home, platform }: HostFacts): Judged<HostPath> =>
  about("home", home)(readHostPath(home, platform))

/** A project's root. */
export const projectOf = (root: string, { platform }: HostFacts): Judged<HostPath> =>
  about("project", root)(readHostPath(root, platform))

/** A path of the manifest's field, below something; empty when `.`. */
export const fieldOf = (field: string, text: string, facts: HostFacts): Judged<ReadonlyArray<string>> =>
  about("field", field)(readBelow(text, facts.platform))

/** The same, of what has a name. */
export const namedOf = (field: string, text: string, facts: HostFacts): Judged<ReadonlyArray<string>> =>
  Result.flatMap(fieldOf(field, text, facts), (segments) =>
    segments.length === 0
      ? Result.fail<HomeProblem>({ subject: "field", name: field, problem: "it names nothing" })
      : Result.succeed(segments)
  )

const valueOf = ({ platform, variables }: HostFacts, name: string): string | undefined => {
  if (platform !== "win32") return variables.get(name)
  const wanted = name.toUpperCase()
  return [...variables].find(([key]) => key.toUpperCase() === wanted)?.[1]
}

/** How a variable's value becomes the home. */
interface Reading {
  readonly name: string
  readonly why: string
  readonly home: (value: HostPath) => Judged<HostPath>
}

const same = (name: string): Reading => ({ name, why: `\`${name}\` names it`, home: Result.succeed })

/** The variables that count, in order. Source: runtimes facts 2.1. */
const readingsOf = (config: ConfigHome, facts: HostFacts): ReadonlyArray<Reading> => {
  const { env } = config
  if (config.kind === "none") return []
  if (config.kind === "dot-home") return env.map(same)
  if (config.kind !== "xdg") return env.slice(0, 1).map(same)
  const [folder, file, root] = env
  return [
    ...(folder === undefined ? [] : [same(folder)]),
    ...(file === undefined
      ? []
      : [
          {
            name: file,
            why: `\`${file}\` names a file in it`,
            home: (value: HostPath) => Result.succeed(folderOf(value))
          }
        ]),
    ...(root === undefined
      ? []
      : [
          {
            name: root,
            why: `\`${root}\` names the folder that holds it`,
            home: (value: HostPath) =>
              Result.map(namedOf("configHome.name", config.name, facts), (name) => below(value, name))
          }
        ])
  ]
}

const readVariable = (reading: Reading, value: string, facts: HostFacts): Judged<Candidate> =>
  Result.gen(function* () {
    const { name, why } = reading
    const home = yield* homeOf(facts)
    const read = yield* about("variable", name)(readFromHome(value, home, facts.platform))
    return { rule: "variable", path: yield* reading.home(read), why, variable: name } satisfies Candidate
  })

/** The first variable that is not blank, and clauses about those before it. */
const fromVariables = (config: ConfigHome, facts: HostFacts): Judged<Candidates> => {
  const silent: Array<string> = []
  for (const reading of readingsOf(config, facts)) {
    const value = valueOf(facts, reading.name)
    if (value !== undefined && value.trim() !== "")
      return Result.map(readVariable(reading, value, facts), (found) => ({ silent, paths: [found] }))
    silent.push(`\`${reading.name}\` is ${value === undefined ? "not set" : "blank"}`)
  }
  return Result.succeed({ silent, paths: [] })
}

const last = (path: HostPath): Candidate => ({ rule: "default", path, why: "taken when nothing else is" })

const there = (path: HostPath): Candidate => ({
  rule: "probe",
  path,
  needs: path,
  why: "taken when it is there"
})

const marked = (path: HostPath, mark: string, segments: ReadonlyArray<string>): Candidate => ({
  rule: "marked",
  path,
  needs: below(path, segments),
  why: `taken when \`${mark}\` is in it`
})

const markedAll = (
  { probeExists }: ConfigHome,
  paths: ReadonlyArray<HostPath>,
  facts: HostFacts
): Judged<ReadonlyArray<Candidate>> =>
  probeExists === undefined
    ? Result.succeed([])
    : Result.map(namedOf("configHome.probeExists", probeExists, facts), (segments) =>
        paths.map((path) => marked(path, probeExists, segments))
      )

/** A marked folder goes first, then any that is there, then the first. */
const nested = (
  config: Extract<ConfigHome, { readonly kind: "dot-home-nested" }>,
  facts: HostFacts
): Judged<ReadonlyArray<Candidate>> =>
  Result.gen(function* () {
    const home = yield* homeOf(facts)
    const base = below(home, yield* namedOf("configHome.parent", config.parent, facts))
    const [first, ...rest] = config.probe ?? []
    if (first === undefined) return [last(below(base, yield* namedOf("configHome.name", config.name, facts)))]
    const paths: Array<HostPath> = []
    for (const one of [first, ...rest])
      paths.push(below(base, yield* namedOf("configHome.probe", one, facts)))
    return [...(yield* markedAll(config, paths, facts)), ...paths.map(there), ...paths.slice(0, 1).map(last)]
  })

/** A manifest names places below the home only; elsewhere only the person's own variables lead. */
const probed = (text: string, home: HostPath, facts: HostFacts): Judged<HostPath> =>
  Result.flatMap(about("field", "configHome.probe")(readFromHome(text, home, facts.platform)), (path) =>
    isBelow(path, home) && path.segments.length > home.segments.length
      ? Result.succeed(path)
      : Result.fail<HomeProblem>({
          subject: "field",
          name: "configHome.probe",
          problem: "it leads out of the home directory"
        })
  )

/** Only a marked folder is taken before the first. */
const generic = (
  config: Extract<ConfigHome, { readonly name: string }>,
  facts: HostFacts
): Judged<ReadonlyArray<Candidate>> =>
  Result.gen(function* () {
    const home = yield* homeOf(facts)
    const paths: Array<HostPath> = []
    for (const one of config.probe ?? []) paths.push(yield* probed(one, home, facts))
    if (paths.length === 0)
      return [last(below(home, [".config", ...(yield* namedOf("configHome.name", config.name, facts))]))]
    const filtered =
      config.probeExists === undefined ? paths.map(there) : yield* markedAll(config, paths, facts)
    return [...filtered, ...paths.slice(0, 1).map(last)]
  })

const fromDescriptor = (config: ConfigHome, facts: HostFacts): Judged<ReadonlyArray<Candidate>> => {
  if (config.kind === "none") return Result.succeed([])
  if (config.kind === "dot-home-nested") return nested(config, facts)
  if (config.kind === "generic-agents-root") return generic(config, facts)
  return Result.gen(function* () {
    const home = yield* homeOf(facts)
    const name = yield* namedOf("configHome.name", config.name, facts)
    return [last(below(home, config.kind === "xdg" ? [".config", ...name] : name))]
  })
}

/**
 * Paths that come into question as a runtime's global home, in order; none for kind `none`. A variable that is not blank
 * decides alone. Source: runtimes facts 2.1, seed 000 runtime body, decisions 6.
 */
export const candidatesOf = (config: ConfigHome, facts: HostFacts): Judged<Candidates> =>
  Result.flatMap(fromVariables(config, facts), (named) =>
    named.paths.length > 0
      ? Result.succeed(named)
      : Result.map(fromDescriptor(config, facts), (paths) => ({ silent: named.silent, paths }))
  )

/** One path that is taken whatever is there. */
export const only = (rule: HomeRule, path: HostPath, why: string): Candidates => ({
  silent: [],
  paths: [{ rule, path, why }]
})

/** The path of a candidate as text. */
export const pathOf = ({ path }: Candidate): string => textOf(path)
