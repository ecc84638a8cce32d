import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { inVersionOrder } from "../domain/registryIndex/capabilityIndex.ts"
import type { RegistryInfo } from "../domain/registryIndex/reports.ts"
import { SourceNotFound, SourceUnknown } from "../domain/source/errors.ts"
import { parseSource } from "../domain/source/grammar.ts"
import { admitsHost } from "../domain/version/pick.ts"
import { HostVersion } from "../services/HostVersion.ts"
import { RegistryIndex } from "../services/RegistryIndex.ts"

/** Everything that a registry says of one capability, `ID@REGISTRY`. */
export const registryInfo = Effect.fn("registryInfo")(function* (spec: string) {
  const source = yield* Effect.fromResult(parseSource(spec))
  if (source.kind !== "registry")
    return yield* new SourceUnknown({ spec, reason: "it names no capability of a registry, `ID@REGISTRY`" })
  const registryIndex = yield* RegistryIndex
  const host = yield* (yield* HostVersion).read
  const { id, registry } = source
  const offered = yield* registryIndex.capability(registry, id)
  if (Option.isNone(offered))
    return yield* new SourceNotFound({
      source: `${id}@${registry}`,
      reason: "is not in that registry",
      hint: "`gsd registry search WORDS` looks for what the registries have"
    })
  const { entry, index, url } = offered.value
  const { path: _path, sha512: _sha512, ...told } = entry
  const versions = inVersionOrder(index.versions)
    .toReversed()
    .map(([version, one]) => ({ version, ...one, fits: admitsHost(one.engines?.gsd, host) }))
  return { id, registry, url, ...told, versions } satisfies RegistryInfo
})
