import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { elsewhereHints, exitCode, type Hinted } from "../hinted.ts"

/** The consent store cannot be read; it is never overwritten, and what needs it is inactive. Exit 4. */
export class ConsentCorrupt
  extends Schema.TaggedError<ConsentCorrupt>()("ConsentCorrupt", {
    path: Schema.String,
    problem: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `The consent store \`${this.path}\` cannot be read: ${this.problem}`
  }
  get hints() {
    return [
      "The file was left untouched; put a good copy of it back",
      "Without a copy, move it away yourself and consent to each capability again"
    ]
  }
}

/** Somebody has to say yes to these bytes first; nothing was changed. Exit 3. */
export class ConsentRequired
  extends Schema.TaggedError<ConsentRequired>()("ConsentRequired", {
    id: Schema.String,
    digest: Schema.String,
    reason: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.consent
  override get message() {
    return `\`${this.id}\` needs consent: ${this.reason}`
  }
  get hints() {
    return [
      `Read the disclosure (\`gsd capability plan\`), then run the command with \`--consent ${this.digest}\` to say yes to exactly these bytes, or at a terminal without \`--json\` to be asked`
    ]
  }
}

/** The digest given with `--consent` is not the one of the staged bytes; nothing was changed. Exit 3. */
export class ConsentMismatch
  extends Schema.TaggedError<ConsentMismatch>()("ConsentMismatch", {
    id: Schema.String,
    given: Schema.String,
    digest: Schema.String,
    /** Members of the consented subject that differ; empty when nothing is known of the digest given. */
    differing: Schema.Array(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.consent
  override get message() {
    const what =
      this.differing.length === 0
        ? "nothing is known here of the digest given"
        : `these members differ: ${this.differing.join(", ")}`
    return `The consent given is not for these bytes of \`${this.id}\`: ${what}`
  }
  get hints() {
    return [
      "Look at the disclosure again with `gsd capability plan`",
      `The digest of these bytes is \`${this.digest}\``
    ]
  }
}

/** The person said no; nothing was changed. Exit 3. */
export class ConsentDeclined
  extends Schema.TaggedError<ConsentDeclined>()("ConsentDeclined", {
    id: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.consent
  override get message() {
    return `Consent to \`${this.id}\` was declined; nothing was changed`
  }
  get hints() {
    return ["Run the command again when you have looked at the capability"]
  }
}

/** The user's policy does not let an agent say yes this way. Exit 3. */
export class AgentConsentDenied
  extends Schema.TaggedError<AgentConsentDenied>()("AgentConsentDenied", {
    id: Schema.String,
    agent: Schema.String,
    policy: Schema.Literals(["digest", "deny"]),
    digest: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.consent
  override get message() {
    return `\`${this.agent}\` is calling, and the policy \`consent.fromAgents: ${this.policy}\` does not let it consent to \`${this.id}\` this way`
  }
  get hints() {
    return this.policy === "digest"
      ? [`Pass \`--consent ${this.digest}\` after the person has seen the disclosure`]
      : ["Run the command yourself, in a terminal that no agent drives"]
  }
}

/** No consent record matches. Exit 6. */
export class ConsentNotFound
  extends Schema.TaggedError<ConsentNotFound>()("ConsentNotFound", {
    id: Schema.String,
    scope: Schema.String,
    /** The other scope that counts here, when there is one in it. */
    elsewhere: Schema.optionalKey(Schema.Literals(["global", "project"]))
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.notFound
  override get message() {
    return `There is no consent record for \`${this.id}\` in ${this.scope} scope`
  }
  get hints() {
    return [...elsewhereHints(this), "`gsd capability trust list` shows every record"]
  }
}
