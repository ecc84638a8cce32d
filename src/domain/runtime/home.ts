import * as Result from "effect/Result"
import type { ConfigHome } from "../capability/schema/configHome.ts"
import type { ArtifactKind, RuntimeBody } from "../capability/schema/runtime.ts"
import {
  candidatesOf,
  fieldOf,
  homeOf,
  namedOf,
  only,
  pathOf,
  projectOf,
  type Candidates,
  type HostFacts,
  type HomeRule,
  type Judged
} from "./candidates.ts"
import { below, textOf } from "./hostPath.ts"

/** What of a runtime capability says where its host lives. */
export interface RuntimeDescriptor {
  readonly id: string
  readonly body: Pick<RuntimeBody, "configHome" | "localConfigDir" | "artifactLayout" | "hostBehaviors">
}

/** For all projects of the user, or in one project, whose root is a real path. */
export type HomeScope = { readonly kind: "global" } | { readonly kind: "project"; readonly root: string }

/** One kind of artefact of a runtime's layout. */
export type Artifact = typeof ArtifactKind.Type

/** What is looked for: the configuration, the skills, the hooks, or what the layout places. */
export type HomePart = "config" | "skills" | "hooks" | { readonly artifact: Artifact }

/** A question to the resolver. */
export interface HomeQuestion {
  readonly runtime: RuntimeDescriptor
  readonly scope: HomeScope
  readonly part: HomePart
}

/** A path or a variable that came into question. */
export interface Tried {
  /** Null for a variable that says nothing. */
  readonly path: string | null
  /** A clause: what would have it taken, or why it was not. */
  readonly why: string
  /** Whether what would have it taken is there; null when nobody could tell. */
  readonly exists: boolean | null
}

/** Where a part of a runtime is, or why nowhere. */
export interface RuntimeHome {
  readonly runtime: string
  readonly scope: HomeScope["kind"]
  /** Absolute and normal, with `/` on every platform; null when there is none. */
  readonly path: string | null
  /** Whether something is at the path, links followed; null when there is none or nobody could tell. */
  readonly exists: boolean | null
  /** A clause: why this path, or why none. */
  readonly reason: string
  /** By what it was taken; null when there is none. */
  readonly matched: { readonly rule: HomeRule; readonly variable?: string } | null
  /** What came into question up to it, in order. */
  readonly tried: ReadonlyArray<Tried>
  /** Further folders that the runtime is looked for in and that are there too: which one its host uses is its own choice. */
  readonly others: ReadonlyArray<string>
}

/** What a question comes to before the disk is looked at. */
export interface HomePlan {
  readonly question: HomeQuestion
  readonly candidates: Candidates
  /** What is wanted, below the home. */
  readonly segments: ReadonlyArray<string>
  /** A clause: why there is none. */
  readonly none?: string
  /** A clause that is added to the reason. */
  readonly note?: string
}

/** Whether something is at a path, links followed; undefined when nobody could tell. */
export type Exists = (path: string) => boolean | undefined

type Planned = Omit<HomePlan, "question">

const nowhere = (none: string): Judged<Planned> =>
  Result.succeed({ candidates: { silent: [], paths: [] }, segments: [], none })

const noHome = "its host has no configuration of its own on the disk"

/** Hooks of a host that keeps them beside neither its skills nor its configuration. Source: runtimes facts 2.1. */
const hooksHomes: ReadonlyMap<string, ConfigHome> = new Map([
  ["kimi", { kind: "dot-home", name: ".kimi", env: ["KIMI_SHARE_DIR"] }]
])

/** Home of the skills: the innermost `skillsHome`, or the home itself. */
const skillsHomeOf = (config: ConfigHome): ConfigHome =>
  config.skillsHome === undefined ? config : skillsHomeOf(config.skillsHome)

const under = (config: ConfigHome, segments: ReadonlyArray<string>, facts: HostFacts): Judged<Planned> =>
  config.kind === "none"
    ? nowhere(noHome)
    : Result.map(candidatesOf(config, facts), (candidates) => ({ candidates, segments }))

const globalArtifact = (
  { configHome }: RuntimeDescriptor["body"],
  artifact: Artifact,
  facts: HostFacts
): Judged<Planned> =>
  Result.gen(function* () {
    const segments = yield* fieldOf("artifactLayout.destSubpath", artifact.destSubpath, facts)
    const { home } = artifact
    if (typeof home !== "string") {
      const own = home ?? (artifact.kind === "skills" ? skillsHomeOf(configHome) : configHome)
      return yield* under(own, segments, facts)
    }
    const named = yield* namedOf("artifactLayout.home", home, facts)
    const path = below(yield* homeOf(facts), named)
    return { candidates: only("layout", path, "its layout names it"), segments }
  })

const skillsIn = (artifacts: ReadonlyArray<Artifact>): Artifact | undefined =>
  artifacts.find(({ kind }) => kind === "skills")

const planGlobal = ({ part, runtime }: HomeQuestion, facts: HostFacts): Judged<Planned> => {
  const { artifactLayout, configHome } = runtime.body
  if (configHome.kind === "none") return nowhere(noHome)
  if (part === "config") return under(configHome, [], facts)
  if (part === "hooks") return under(hooksHomes.get(runtime.id) ?? configHome, [], facts)
  if (part !== "skills") return globalArtifact(runtime.body, part.artifact, facts)
  const skills = skillsIn(artifactLayout.global)
  return skills === undefined
    ? Result.map(under(configHome, ["skills"], facts), (planned) => ({
        ...planned,
        note: "its layout places no skills there"
      }))
    : globalArtifact(runtime.body, skills, facts)
}

const isOn = ({ hostBehaviors = {} }: RuntimeDescriptor["body"], name: string): boolean =>
  Object.hasOwn(hostBehaviors, name) && hostBehaviors[name] === true

/** The folder in a project, where the host reads one. Source: runtimes facts 2.1, local scope. */
const projectHome = (body: RuntimeDescriptor["body"], project: string, facts: HostFacts): Judged<Planned> => {
  const { configHome, localConfigDir } = body
  if (isOn(body, "localInstallDeferred")) return nowhere("its host takes nothing from a project yet")
  if (configHome.kind === "none" || localConfigDir === null || localConfigDir === undefined)
    return nowhere("its host reads no folder of a project")
  return Result.gen(function* () {
    const root = yield* projectOf(project, facts)
    if (isOn(body, "localTargetIsProjectRoot"))
      return { candidates: only("project", root, "its host reads the project's root"), segments: [] }
    const named = yield* namedOf("localConfigDir", localConfigDir, facts)
    const why = `its host reads \`${localConfigDir}\` of a project`
    return { candidates: only("project", below(root, named), why), segments: [] }
  })
}

const planProject = (
  { part, runtime: { body } }: HomeQuestion,
  root: string,
  facts: HostFacts
): Judged<Planned> => {
  const artifact =
    part === "skills"
      ? skillsIn(body.artifactLayout.local)
      : typeof part === "string"
        ? undefined
        : part.artifact
  return Result.flatMap(projectHome(body, root, facts), (planned) => {
    if (planned.none !== undefined || part === "config" || part === "hooks") return Result.succeed(planned)
    if (artifact === undefined) return nowhere("its layout places no skills in a project")
    return Result.map(
      fieldOf("artifactLayout.destSubpath", artifact.destSubpath, facts),
      (segments): Planned => ({ ...planned, segments })
    )
  })
}

/** What a question comes to before the disk is looked at; a value or a field that cannot be used is refused by name. */
export const planHome = (question: HomeQuestion, facts: HostFacts): Judged<HomePlan> => {
  const { scope } = question
  const planned =
    scope.kind === "global" ? planGlobal(question, facts) : planProject(question, scope.root, facts)
  return Result.map(planned, (found) => ({ question, ...found }))
}

/** Every path whose presence counts, once. */
export const looksOf = ({ candidates, segments }: HomePlan): ReadonlyArray<string> => [
  ...new Set(
    candidates.paths.flatMap(({ needs, path }) =>
      [path, below(path, segments), ...(needs === undefined ? [] : [needs])].map(textOf)
    )
  )
]

/** Takes the first that needs nothing, or whose need is there. */
export const settleHome = (plan: HomePlan, exists: Exists): RuntimeHome => {
  const { candidates, note, question, segments } = plan
  const there = (path: string): boolean | null => exists(path) ?? null
  const needed = candidates.paths.map(({ needs, path }) => there(textOf(needs ?? path)))
  const at = candidates.paths.findIndex(({ needs }, index) => needs === undefined || needed[index] === true)
  const taken = candidates.paths[at]
  const silent = candidates.silent.map((why): Tried => ({ path: null, why, exists: null }))
  const path = taken === undefined ? null : textOf(below(taken.path, segments))
  const why = taken === undefined ? (plan.none ?? noHome) : taken.why
  const around = candidates.paths.map(pathOf).filter((one) => taken !== undefined && one !== pathOf(taken))
  return {
    runtime: question.runtime.id,
    scope: question.scope.kind,
    path,
    exists: path === null ? null : there(path),
    reason: note === undefined ? why : `${why}; ${note}`,
    matched:
      taken === undefined
        ? null
        : { rule: taken.rule, ...(taken.variable === undefined ? {} : { variable: taken.variable }) },
    tried: [
      ...silent,
      ...candidates.paths
        .slice(0, at + 1)
        .map((one, index): Tried => ({ path: pathOf(one), why: one.why, exists: needed[index] ?? null }))
    ],
    others: [...new Set(around)].filter((one) => exists(one) === true)
  }
}

/**
 * Where a part of a runtime is. Total: whatever the descriptor and the environment hold, it is a path that is absolute and
 * normal, none with the reason, or a refusal that names the variable or the field.
 */
export const resolveHome = (question: HomeQuestion, facts: HostFacts, exists: Exists): Judged<RuntimeHome> =>
  Result.map(planHome(question, facts), (plan) => settleHome(plan, exists))
