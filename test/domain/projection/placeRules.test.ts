import { assert, describe, it } from "@effect/vitest"
import { artifactProblem, placeClause } from "../../../src/domain/projection/placeRules.ts"
import type { Artifact, HomeScope } from "../../../src/domain/runtime/home.ts"
import { shipped } from "./surface/build.ts"

const home = "/home/ada"
const root = "/projects/app"
const global: HomeScope = { kind: "global" }
const project: HomeScope = { kind: "project", root }

const clauseAt = (path: string, scope: HomeScope, isArtifact = false) =>
  placeClause({ path, home, scope, isArtifact })

describe("a place that a runtime asks for", () => {
  it.each([
    [`${root}/.git`, project],
    [`${root}/.git/hooks`, project],
    [`${root}/.GIT/x`, project],
    [`${root}/.g\u200cit`, project],
    [`${root}/GIT~1/hooks`, project],
    [`${root}/.git. /hooks`, project],
    [`${root}/sub/.git`, project],
    [`${root}/.hg/x`, project],
    [`${root}/.svn`, project],
    [`${root}/.jj/repo`, project],
    [`${root}/.gsd`, project],
    [`${root}/.Gsd/x`, project],
    [`${home}/.ssh`, global],
    [`${home}/.SSH/x`, global],
    [`${home}/.gnupg/x`, global],
    [`${home}/.aws`, global],
    [`${home}/.kube/x`, global],
    [`${home}/.docker`, global],
    [`${home}/dotfiles/.git/hooks`, global],
    ["/elsewhere/.git", global]
  ])("is refused with its path: %s", (path, scope) => {
    assert.include(clauseAt(path, scope), `it leads to \`${path}\`, `)
    assert.isDefined(clauseAt(path, scope, true))
  })

  it.each([
    [home, global],
    ["/home", global],
    ["/HOME/Ada", global],
    ["/", global],
    [root, project],
    ["/projects", project]
  ])("is refused for artefacts alone: %s", (path, scope) => {
    assert.isUndefined(clauseAt(path, scope))
    assert.isDefined(clauseAt(path, scope, true))
  })

  it.each([
    [`${root}/.github/skills`, project],
    [`${root}/.gitignored`, project],
    [`${root}/sub/.gsd`, project],
    [`${root}/git`, project],
    [`${home}/.claude/skills`, global],
    [`${home}/.claude/.ssh`, global],
    [`${home}/.config/docker`, global],
    ["/elsewhere/skills", global]
  ])("may be elsewhere: %s", (path, scope) => {
    assert.isUndefined(clauseAt(path, scope, true))
  })

  it("may lie in a project or a home that itself lies in such a folder", () => {
    const inside = "/srv/.git/worktrees/app"
    const scope: HomeScope = { kind: "project", root: inside }
    assert.isUndefined(placeClause({ path: `${inside}/.claude`, home, scope, isArtifact: true }))
    assert.isDefined(placeClause({ path: `${inside}/.git`, home, scope, isArtifact: true }))
  })
})

const artifact = (kind: Artifact["kind"], destSubpath: string, prefix: string): Artifact => ({
  kind,
  destSubpath,
  prefix,
  nesting: "flat",
  converter: null
})

describe("an entry of a layout", () => {
  it.each(["", ".", "./", "./.", "\\.", "//"])("names a folder in the runtime's: not %j", (destSubpath) => {
    for (const origin of ["first-party", "global", "project"] as const)
      assert.strictEqual(
        artifactProblem(artifact("agents", destSubpath, "gsd-"), origin)?.field,
        "artifactLayout.destSubpath"
      )
  })

  it.each(["", "work", "-", ".", ".-", ".github-", "a/b-", "gsd"])(
    "of somebody else has names of its own for skills and commands: not with %j",
    (prefix) => {
      for (const kind of ["skills", "commands"] as const) {
        assert.strictEqual(
          artifactProblem(artifact(kind, "x", prefix), "global")?.field,
          "artifactLayout.prefix"
        )
        assert.isUndefined(artifactProblem(artifact(kind, "x", prefix), "first-party"))
      }
    }
  )

  it("may be of any other prefix, and agents of none, whose names are their own anyway", () => {
    for (const prefix of ["gsd-", "acme_", "a.b-c-"])
      assert.isUndefined(artifactProblem(artifact("skills", "skills", prefix), "project"))
    assert.isUndefined(artifactProblem(artifact("agents", "agents", ""), "project"))
    assert.isUndefined(artifactProblem(artifact("kimi-agents", "agents", "gsd"), "project"))
  })

  it("of what gsd brings along is fit, as if it were somebody else's", () => {
    const entries = shipped.flatMap(({ body: { artifactLayout } }) => [
      ...artifactLayout.global,
      ...artifactLayout.local
    ])
    assert.isAbove(entries.length, 30)
    for (const entry of entries) assert.isUndefined(artifactProblem(entry, "global"))
  })
})
