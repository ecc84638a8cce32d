import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { canonicalOf, consentSource, policyWord } from "../../../src/domain/source/canonical.ts"
import { gitRefProblem } from "../../../src/domain/source/gitRef.ts"
import { parseSource } from "../../../src/domain/source/grammar.ts"
import type { Source } from "../../../src/domain/source/source.ts"

const secret = "hush"

/** Pieces that specs are made of, and what breaks them. */
const pieces = [
  ..."https:// ssh:// git+https:// git+ssh:// github: npm: git@ h h:8443 [::1] / // . .. ./ ../ ~ o/r .git .tgz .tar.gz # & ? = @ : :: tag: branch: sha:".split(
    " "
  ),
  ..."path: refs/heads/ refs/tags/ HEAD main v1.0.0 feature/x ^1.2 @scope/ name - -- % %2d %0a \\ $ é \u0000 \n {} [".split(
    " "
  ),
  " ",
  "0123456789abcdef0123456789abcdef01234567",
  `ada:${secret}@`,
  `token=${secret}`
]

const Spec = Schema.Array(Schema.Literals(pieces)).check(Schema.isMaxLength(9))

const withoutSecret = (source: Source): unknown =>
  JSON.parse(JSON.stringify({ ...source, secret: undefined }))

const textOf = (source: Source) => `${canonicalOf(source)} ${consentSource(source)} ${policyWord(source)}`

describe("every text", () => {
  it.prop("is read or refused, and nothing is thrown", [Schema.String], ([spec]) => {
    assert.isTrue(Result.isResult(parseSource(spec)))
    assert.isTrue(["string", "undefined"].includes(typeof gitRefProblem(spec)))
  })

  it.prop(
    "made of the pieces of specs is read or refused, and is recorded as what it means",
    [Spec],
    ([parts]) => {
      const result = parseSource(parts.join(""))
      if (Result.isFailure(result)) return
      const again = Result.getOrThrow(parseSource(canonicalOf(result.success)))
      assert.deepStrictEqual(withoutSecret(again), withoutSecret(result.success))
      assert.strictEqual(canonicalOf(again), canonicalOf(result.success))
      assert.isFalse("secret" in again)
    },
    { arbitrary: { runs: 2000 } }
  )

  it.prop(
    "gives its credentials to no record and no message",
    [Spec, Schema.Literals(["https://", "git+https://", "ssh://", "http://", "ftp://"])],
    ([parts, scheme]) => {
      const result = parseSource(`${scheme}ada:${secret}@${parts.join("").replaceAll(secret, "x")}`)
      const text = Result.match(result, { onFailure: (refusal) => refusal.message, onSuccess: textOf })
      assert.notInclude(text, secret)
      assert.notInclude(JSON.stringify(result), secret)
    }
  )
})
