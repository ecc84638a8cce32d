import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"
import { visible } from "../text/escape.ts"
import { Drift, isVendoredDrift } from "./drift.ts"

/** The project has no vendored capability of this id. Exit 6. */
export class NotVendored
  extends Schema.TaggedError<NotVendored>()("NotVendored", {
    id: Schema.String,
    project: Schema.String,
    similar: Schema.Array(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.notFound
  override get message() {
    return `The project \`${this.project}\` has no vendored capability \`${this.id}\``
  }
  get hints() {
    const similar = this.similar.map((id) => `Did you mean \`${id}\`?`)
    return [...similar, "`gsd capability list --scope project` shows what is vendored here"]
  }
}

/** Something in a project stands where a plain file or folder of ours should; nothing there is followed or written. Exit 4. */
export class ProjectPathRefused
  extends Schema.TaggedError<ProjectPathRefused>()("ProjectPathRefused", {
    path: Schema.String,
    reason: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${this.path}\` is not used: ${this.reason}`
  }
  get hints() {
    return ["Look at how it came into the repository; take it away if nobody needs it"]
  }
}

/** The lockfile of a project cannot be read, so that it is not edited either. Exit 4. */
export class LockfileUnreadable
  extends Schema.TaggedError<LockfileUnreadable>()("LockfileUnreadable", {
    path: Schema.String,
    problem: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `The lockfile \`${this.path}\` cannot be read: ${this.problem}`
  }
  get hints() {
    return ["It was left as it is; put a good copy of it back from the repository's history"]
  }
}

/** An entry of the lockfile cannot be used; nothing of it was brought in. Exit 4. */
export class LockEntryUnusable
  extends Schema.TaggedError<LockEntryUnusable>()("LockEntryUnusable", {
    id: Schema.String,
    /** The lockfile. */
    path: Schema.String,
    problem: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `The entry of \`${visible(this.id)}\` in \`${this.path}\` cannot be used: ${visible(this.problem)}`
  }
  get hints() {
    return [
      "Write it anew with `gsd capability lock` where it is installed, or take a good copy from history"
    ]
  }
}

/** What the team agreed on, what is installed and what the project carries disagree; nothing was changed. Exit 4. */
export class LockDrift
  extends Schema.TaggedError<LockDrift>()("LockDrift", {
    path: Schema.String,
    drift: Schema.Array(Drift)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    const told = this.drift.map(({ detail, id }) => `\`${visible(id)}\`: ${detail}`)
    return `\`${this.path}\` does not agree with the project: ${told.join("; ")}`
  }
  get hints() {
    return [
      "`gsd capability lock --check` lists it; `gsd capability sync` brings in what the lockfile says, vendored files too",
      ...(this.drift.every(({ kind }) => isVendoredDrift(kind))
        ? []
        : ["`gsd capability lock` writes the lockfile as it is installed here"])
    ]
  }
}

/** A frozen install of something that the lockfile does not name; nothing was changed. Exit 4. */
export class NotLocked
  extends Schema.TaggedError<NotLocked>()("NotLocked", {
    /** Without credentials. */
    source: Schema.String,
    path: Schema.String,
    /** A clause, to follow the lockfile. */
    reason: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${visible(this.source)}\` is not installed frozen: \`${this.path}\` ${this.reason}`
  }
  get hints() {
    return [
      "Install without `--frozen`, which writes it into the lockfile",
      "`gsd capability sync` brings in everything that the lockfile names"
    ]
  }
}
