import * as Effect from "effect/Effect"
import { manifestName, type BundleFile } from "../../domain/content/BundleFile.ts"
import { inHashOrder } from "../../domain/content/contentHash.ts"
import { isDropped, judgePath, pathRules } from "../../domain/content/path.ts"
import { limits } from "../../domain/limits.ts"
import { projectPlaces } from "../../domain/project/places.ts"
import { Durable } from "../../services/Durable.ts"
import type { VendoredSeen } from "../../services/ProjectFiles.ts"
import { describe } from "../store/digest.ts"
import { walk, type Walked } from "../store/walk.ts"
import { wayFrom } from "./look.ts"

const refused = (path: string, reason: string): VendoredSeen => ({ _tag: "Refused", path, reason })

const judge = (folder: string, { kind, path }: Walked): VendoredSeen | undefined => {
  const problem = judgePath(path)
  if (problem !== undefined) return refused(`${folder}/${path}`, `it ${pathRules[problem.rule]}`)
  if (kind === "link") return refused(`${folder}/${path}`, "it is a symbolic link")
  return kind === "other" ? refused(`${folder}/${path}`, "it is a device, socket or pipe") : undefined
}

/** Hashes every file of a vendored folder. */
export const readBundle = Effect.fnUntraced(function* (root: string, id: string) {
  const durable = yield* Durable
  const folder = projectPlaces(root).vendored(id)
  const way = yield* wayFrom(root)(folder)
  if (way.blocked !== undefined) return refused(way.blocked.at, way.blocked.reason)
  if (way.missing.length > 0) return { _tag: "Missing" } satisfies VendoredSeen
  const walked = yield* walk(folder, { isLeftOut: isDropped, maxEntries: limits.bundleEntries })
  if (walked.isCut) return refused(folder, `there are more than ${limits.bundleEntries} entries`)
  const problem = walked.found.map((one) => judge(folder, one)).find((one) => one !== undefined)
  if (problem !== undefined) return problem
  const files: Array<BundleFile> = []
  let manifest: Uint8Array | undefined
  let left: number = limits.bundleBytes
  for (const { kind, path } of inHashOrder(walked.found)) {
    if (kind !== "file") continue
    const bytes = yield* durable
      .read(`${folder}/${path}`, { maxBytes: left })
      .pipe(Effect.catchTag("FileTooLarge", () => Effect.void))
    if (bytes === undefined) return refused(folder, `it is larger than ${limits.bundleBytes} bytes`)
    left -= bytes.length
    files.push(describe(path, bytes))
    if (path === manifestName) manifest = bytes
  }
  return { _tag: "Bundle", files, manifest } satisfies VendoredSeen
})
