import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"
import { visible } from "../text/escape.ts"

const named = {
  /** Name under which the registry was added, or would be. */
  registry: Schema.String
}

/** Nobody signed the root of a registry, or no key of it is known, where a signature is needed. Nothing was taken from it. Exit 4. */
export class RegistryUnsigned
  extends Schema.TaggedError<RegistryUnsigned>()("RegistryUnsigned", {
    ...named,
    /** What is missing: a signature, or a key to check it with. */
    missing: Schema.Literals(["signature", "key"])
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    const registry = visible(this.registry)
    return this.missing === "signature"
      ? `The registry \`${registry}\` is not signed, and a key of it is known`
      : `No key of the registry \`${registry}\` is known, and the policy requires signatures`
  }
  get hints() {
    return this.missing === "signature"
      ? ["Ask whoever keeps the registry; somebody may have replaced its files"]
      : [
          "Remove it, and add it again with `--public-key`",
          "Or set `signatures` to `optional` in `policy.json`"
        ]
  }
}

/** A registry is signed by keys that are not trusted: another one's, or one that was rotated out. Nothing was taken from it. Exit 4. */
export class RegistryKeyUntrusted
  extends Schema.TaggedError<RegistryKeyUntrusted>()("RegistryKeyUntrusted", {
    ...named,
    trusted: Schema.Array(Schema.String),
    /** Ids of the keys that its signatures claim. */
    found: Schema.Array(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    const found = this.found.map((one) => `\`${visible(one, 32)}\``).join(", ")
    return `The registry \`${visible(this.registry)}\` is signed by ${found}, which is not trusted`
  }
  get hints() {
    return [
      `Trusted: ${this.trusted.join(", ")}`,
      "If its keys were changed while you were away, ask its keeper for the new one, remove the registry and add it again"
    ]
  }
}

/** The signature of a trusted key does not belong to the bytes it came with. Nothing was taken from them. Exit 4. */
export class RegistrySignatureBroken
  extends Schema.TaggedError<RegistrySignatureBroken>()("RegistrySignatureBroken", {
    ...named,
    keyid: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `The signature of the registry \`${visible(this.registry)}\` by the key \`${this.keyid}\` does not belong to its root: the bytes were changed`
  }
  get hints() {
    return ["Try again later; if it stays so, tell whoever keeps the registry"]
  }
}

/** What is signed is another file than the one asked for. Nothing was taken from it. Exit 4. */
export class RegistrySignatureOfOther
  extends Schema.TaggedError<RegistrySignatureOfOther>()("RegistrySignatureOfOther", {
    ...named,
    /** What was asked for. */
    wanted: Schema.String,
    /** What the signature is of. */
    signed: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `The registry \`${visible(this.registry)}\` gave ${visible(this.wanted)}, and what is signed is ${visible(this.signed)}`
  }
  get hints() {
    return [
      "A registry is added under the name that its root has; check name and address with `gsd registry list`",
      "Try again in a minute, its files may have been changing; if it stays so, tell whoever keeps it"
    ]
  }
}

/** A root, or the key that signed it, is past its date: somebody may be holding the newer one back. Exit 4. */
export class RegistryExpired
  extends Schema.TaggedError<RegistryExpired>()("RegistryExpired", {
    ...named,
    what: Schema.Literals(["root", "key"]),
    expires: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    const what = this.what === "root" ? "root" : "signing key"
    return `The ${what} of the registry \`${visible(this.registry)}\` expired at ${this.expires}`
  }
  get hints() {
    return [
      "Its keeper runs `gsd registry index` again to renew it",
      "Check the clock of this machine, and that no stale mirror is in between"
    ]
  }
}

/** A registry shows an older root than was seen before, or another one under the same counter. Exit 4. */
export class RegistryRolledBack
  extends Schema.TaggedError<RegistryRolledBack>()("RegistryRolledBack", {
    ...named,
    highest: Schema.Int,
    found: Schema.Int
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    const registry = visible(this.registry)
    return this.found === this.highest
      ? `The registry \`${registry}\` shows another root ${this.found} than the one that was seen before`
      : `The registry \`${registry}\` shows its root ${this.found}, and ${this.highest} was seen before`
  }
  get hints() {
    return [
      "Somebody may be showing old versions; try again later, or past a stale mirror",
      "If its keeper started anew, remove the registry and add it again"
    ]
  }
}

/** The check of signatures failed by itself: they are taken neither for good nor for bad. Exit 4. */
export class SignatureCheckFailed
  extends Schema.TaggedError<SignatureCheckFailed>()("SignatureCheckFailed", {
    /** A clause, to follow `because`. */
    reason: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `A signature could not be checked: ${visible(this.reason)}`
  }
  get hints() {
    return ["Check that this Node has Ed25519 and is in no FIPS mode, which takes it away"]
  }
}

/** A file of a registry is signed and pinned as it should be, and cannot be read. Exit 4. */
export class RegistryMalformed
  extends Schema.TaggedError<RegistryMalformed>()("RegistryMalformed", {
    ...named,
    file: Schema.String,
    problem: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${visible(this.file)}\` of the registry \`${visible(this.registry)}\` cannot be read: ${visible(this.problem)}`
  }
  get hints() {
    return [
      "Check that the address is that of a registry, which `gsd registry index` makes",
      "A newer gsd may understand it"
    ]
  }
}

/** Why the root or a file of a registry is not believed. */
export type RegistryRefused =
  | RegistryUnsigned
  | RegistryKeyUntrusted
  | RegistrySignatureBroken
  | RegistrySignatureOfOther
  | RegistryExpired
  | RegistryRolledBack
  | RegistryMalformed
