import { join } from "node:path"
import { assert, describe, expect, it } from "@effect/vitest"
import { isWithin } from "../../../src/domain/paths.ts"
import { wishOf } from "../../../src/domain/projection/wishOf.ts"
import { home, inProject, project, shipped } from "./surface/build.ts"
import { demo, placesIn } from "./support.ts"

const scopes = [{ kind: "global" }, inProject] as const

const relative = (path: string): string =>
  path.startsWith(`${project}/`) ? `@${path.slice(project.length)}` : path.replace(home, "~")

const tableOf = (): string =>
  shipped
    .flatMap((runtime) =>
      scopes.map((scope) => {
        const places = placesIn(runtime, scope)
        const wish = places === undefined ? undefined : wishOf(places, [demo])
        const rows = wish?.files.map(({ executable, kind, name, path }) =>
          [`  ${relative(path)}`, kind, name, ...(executable ? ["executable"] : [])].join("  ")
        )
        const withheld = wish?.withheld.map(({ kind, name, reason }) => `  - ${kind} ${name}: ${reason}`)
        return [`${runtime.id} ${scope.kind}`, ...(rows ?? ["  nowhere"]), ...(withheld ?? [])].join("\n")
      })
    )
    .join("\n\n")

describe("a capability in each layout", () => {
  it("comes to these files", async () => {
    await expect(`${tableOf()}\n`).toMatchFileSnapshot(
      join(import.meta.dirname, "../../data/projection/layouts.txt")
    )
  })

  it("is in the table for each runtime in each scope", () => {
    assert.lengthOf(tableOf().match(/^[a-z-]+ (?:global|project)$/gmu) ?? [], 38)
  })

  it("is never outside of the runtime's folders, nor of the project", () => {
    for (const runtime of shipped)
      for (const scope of scopes) {
        const places = placesIn(runtime, scope)
        if (places === undefined) continue
        const roots = [places.config, places.hooks, ...places.artifacts.map(({ path }) => path)]
        for (const { path } of wishOf(places, [demo]).files) {
          assert.isTrue(
            roots.some((root) => isWithin(path, root)),
            path
          )
          assert.isTrue(isWithin(path, scope.kind === "project" ? project : home), path)
        }
      }
  })
})
