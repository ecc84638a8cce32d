import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"

/** H would lie inside the current project, where a repository could forge it. Exit 4. */
export class HomeInsideProject
  extends Schema.TaggedError<HomeInsideProject>()("HomeInsideProject", {
    home: Schema.String,
    project: Schema.String,
    from: Schema.Literals(["home", "GSD_HOME", "--root"])
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    const named = this.from === "home" ? "The home directory" : `The root given by \`${this.from}\``
    return `${named} \`${this.home}\` lies inside the project \`${this.project}\``
  }
  get hints() {
    return ["Choose a root outside the project with `--root DIR`, or run the command elsewhere"]
  }
}

/** H belongs to somebody else, or others can write in it. Exit 4. */
export class HomeUnsafe
  extends Schema.TaggedError<HomeUnsafe>()("HomeUnsafe", {
    path: Schema.String,
    problem: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${this.path}\` cannot be trusted: ${this.problem}`
  }
  get hints() {
    return ["Run as its owner, with mode 0700 on the folder, or choose another root with `--root DIR`"]
  }
}

/** A given directory is no directory. Exit 2. */
export class DirectoryUnusable
  extends Schema.TaggedError<DirectoryUnusable>()("DirectoryUnusable", {
    flag: Schema.String,
    path: Schema.String,
    problem: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.usage
  override get message() {
    return `\`${this.flag} ${this.path}\`: ${this.problem}`
  }
  get hints() {
    return ["Give an existing directory"]
  }
}

/** Project scope was asked for, but there is no project here. Exit 2. */
export class NoProject
  extends Schema.TaggedError<NoProject>()("NoProject", {
    workingDirectory: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.usage
  override get message() {
    return `There is no project at or above \`${this.workingDirectory}\``
  }
  get hints() {
    return [
      "Name one with `--project DIR`",
      "A project has `.planning/`, `.gsd/capabilities.lock.json` or `.git`"
    ]
  }
}

/** The version of the engine's contract cannot be told; nothing was judged against it. Exit 1. */
export class HostVersionUnknown
  extends Schema.TaggedError<HostVersionUnknown>()("HostVersionUnknown", {
    reason: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.failed
  override get message() {
    return `The version of this gsd is unknown: ${this.reason}`
  }
  get hints() {
    return ["Install gsd again; no capability was judged or disabled"]
  }
}
