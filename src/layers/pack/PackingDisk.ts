import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import { createHash } from "node:crypto"
import { resolve as resolvePath } from "node:path"
import { excessOf, excessReason, usualBounds } from "../../domain/archive/bounds.ts"
import { ArchiveTooLarge } from "../../domain/archive/errors.ts"
import { PackOutputRefused } from "../../domain/pack/errors.ts"
import { nameOf, parentOf } from "../../domain/paths.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { Packing, type PackFolder } from "../../services/Packing.ts"
import { Spawner } from "../../services/Spawner.ts"
import { whenMissing } from "../disk/missing.ts"
import { checkoutOf } from "./git.ts"
import { gzip } from "./gzip.ts"
import { readFolder } from "./readFolder.ts"

/** Mode of a file that others may read. */
const fileMode = 0o644

const compress = Effect.fnUntraced(function* (name: string, tar: Uint8Array) {
  const bytes = yield* gzip(tar)
  const excess = excessOf({ compressed: bytes.length, unpacked: tar.length }, usualBounds)
  if (excess !== undefined)
    return yield* new ArchiveTooLarge({
      archive: name,
      limit: excess,
      reason: excessReason(excess, usualBounds)
    })
  return { bytes, sha512: `sha512-${createHash("sha512").update(bytes).digest("base64")}` }
})

const output = Effect.fnUntraced(function* (given: string) {
  const durable = yield* Durable
  const { workingDirectory } = yield* Environment
  const path = resolvePath(workingDirectory, given)
  const folder = yield* whenMissing(durable.realPath(parentOf(path)), undefined)
  if (folder === undefined)
    return yield* new PackOutputRefused({
      path,
      reason: "cannot be written: its folder does not exist",
      hint: "Make the folder, or name another one"
    })
  const place = folder === "/" ? `/${nameOf(path)}` : `${folder}/${nameOf(path)}`
  const there = yield* durable.identify(place)
  if (Option.isSome(there) && there.value.kind !== "file")
    return yield* new PackOutputRefused({
      path: place,
      reason: "is not written: something that is no plain file stands there",
      hint: "Name another file"
    })
  return place
})

const write = Effect.fnUntraced(function* (path: string, bytes: Uint8Array) {
  const durable = yield* Durable
  const random = yield* Random.nextIntBetween(0, Number.MAX_SAFE_INTEGER)
  const temporary = `${parentOf(path)}/.${nameOf(path)}.${random.toString(36)}.tmp`.replace(/^\/\//u, "/")
  yield* durable.replace(path, bytes, { mode: fileMode, temporary })
})

/** Packs below a Durable's disk, with the git of this machine. */
export const layer = Layer.effect(
  Packing,
  Effect.gen(function* () {
    const services = Context.pick(
      Durable,
      Environment,
      Spawner
    )(yield* Effect.context<Durable | Environment | Spawner>())
    return Packing.of({
      read: Effect.fn("Packing.read")(
        (path: string, except?: string) => readFolder(path, except),
        Effect.provide(services)
      ),
      checkout: Effect.fn("Packing.checkout")(
        (folder: PackFolder) => checkoutOf(folder),
        Effect.provide(services)
      ),
      compress: Effect.fn("Packing.compress")((name: string, tar: Uint8Array) => compress(name, tar)),
      output: Effect.fn("Packing.output")((path: string) => output(path), Effect.provide(services)),
      write: Effect.fn("Packing.write")(
        (path: string, bytes: Uint8Array) => write(path, bytes),
        Effect.provide(services)
      )
    })
  })
)
