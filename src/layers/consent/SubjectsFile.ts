import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { consentDigest, type ConsentSubject } from "../../domain/consent/digest.ts"
import { hexOfIntegrity } from "../../domain/hash.ts"
import { canonicalJson } from "../../domain/json/canonical.ts"
import { readObject } from "../../domain/json/decode.ts"
import type { JsonObject } from "../../domain/json/value.ts"
import { limits } from "../../domain/limits.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Subjects } from "../../services/Subjects.ts"

const isSubjectOf = (value: JsonObject, digest: string): value is JsonObject & ConsentSubject =>
  consentDigest(value as JsonObject & ConsentSubject) === digest

/** Subjects as files under `H/cache/subjects`, named by their digest. */
export const layer = Layer.effect(
  Subjects,
  Effect.gen(function* () {
    const durable = yield* Durable
    const { paths } = yield* GsdHome
    const folder = `${paths.cache}/subjects`
    const pathOf = (digest: string) => `${folder}/${hexOfIntegrity(digest).slice(0, 64)}.json`
    const remember = Effect.fn("Subjects.remember")(function* (digest: string, subject: ConsentSubject) {
      for (const one of [paths.cache, folder])
        yield* Effect.ignore(durable.makeDirectory(one, { mode: 0o700 }))
      const bytes = new TextEncoder().encode(canonicalJson(subject))
      yield* Effect.ignore(durable.create(pathOf(digest), bytes, { mode: 0o600 }))
    })
    const recall = Effect.fn("Subjects.recall")(function* (digest: string) {
      if (hexOfIntegrity(digest) === "") return Option.none<ConsentSubject>()
      const bytes = yield* Effect.option(durable.read(pathOf(digest), { maxBytes: limits.manifestBytes }))
      if (Option.isNone(bytes)) return Option.none<ConsentSubject>()
      const value = readObject(bytes.value, limits.manifestBytes)
      return Result.isSuccess(value) && isSubjectOf(value.success, digest)
        ? Option.some<ConsentSubject>(value.success)
        : Option.none<ConsentSubject>()
    })
    return Subjects.of({ remember, recall })
  })
)
