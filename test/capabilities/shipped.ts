import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as Schema from "effect/Schema"
import { Manifest } from "../../src/domain/capability/schema/manifest.ts"
import { builtInManifests } from "../../src/domain/registry/builtIn.ts"

const root = join(import.meta.dirname, "../..")

type FeatureManifest = Extract<Manifest, { readonly role: "feature" }>

/** A feature that the product brings along: its manifest and what lies in its folder, by path from there. */
export interface ShippedFeature {
  readonly id: string
  readonly manifest: FeatureManifest
  readonly raw: unknown
  readonly files: ReadonlyMap<string, string>
}

const decode = Schema.decodeUnknownSync(Manifest)

const filesOf = (id: string): ReadonlyMap<string, string> => {
  const folder = join(root, "capabilities", id)
  return new Map(
    globSync("**", { cwd: folder, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .toSorted()
      .map((path) => [path, readFileSync(join(folder, path), "utf8")])
  )
}

/** Every feature of `capabilities`, ascending by id. */
export const features: ReadonlyArray<ShippedFeature> = builtInManifests().flatMap(({ id, raw }) => {
  const manifest = decode(raw)
  return manifest.role === "feature" ? [{ id, manifest, raw, files: filesOf(id) }] : []
})

/** Text of a file of the repository. */
export const textOf = (path: string): string => readFileSync(join(root, path), "utf8")

/** What the manifests must say, as the public system does. */
export const expectedOf = (id: string): unknown => JSON.parse(textOf(`test/data/first-party/${id}.json`))

/** Front matter of the examples in fences of a text, by the artefact each is an example of. */
export const templatesIn = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/^ {0,3}```markdown\n( {0,3}---\n[\s\S]*?\n {0,3}---)\n/gmu), ([, front = ""]) => front)
