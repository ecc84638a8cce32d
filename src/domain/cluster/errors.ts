import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"
import { shown, type Visible } from "../text/escape.ts"
import { counted } from "../text/counted.ts"

/** The address of a cluster cannot be used. Nothing was sent. Exit 2. */
export class ClusterAddressInvalid
  extends Schema.TaggedError<ClusterAddressInvalid>()("ClusterAddressInvalid", {
    /** Without its password. */
    address: Schema.String,
    /** A clause: `is empty`. */
    problem: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.usage
  override get message() {
    return shown`The address of the cluster \`${this.address}\` ${this.problem}`
  }
  get hints() {
    return [
      "Give `postgres://USER@HOST/DATABASE`, or the path of a file for several processes of one machine"
    ]
  }
}

/** The storage of a cluster cannot be reached or used. Nothing was handed over. Exit 1. */
export class ClusterUnreachable
  extends Schema.TaggedError<ClusterUnreachable>()("ClusterUnreachable", {
    /** Without its password. */
    address: Schema.String,
    /** What the driver says. */
    problem: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.failed
  override get message() {
    return shown`The cluster \`${this.address}\` cannot be used: ${this.problem}`
  }
  get hints() {
    return [
      /\bpassword\b/iu.test(this.problem)
        ? "Give the password of its user in the variable `GSD_CLUSTER_PASSWORD`"
        : "Look whether the server answers and whether its user may make and write tables there",
      "Without `--cluster` the lanes run on this machine"
    ]
  }
}

/** A package that the storage needs is not installed; the program brings it along, an application does not. Exit 1. */
export class ClusterDriverMissing
  extends Schema.TaggedError<ClusterDriverMissing>()("ClusterDriverMissing", {
    /** Name of the package. */
    driver: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.failed
  override get message() {
    return shown`The package \`${this.driver}\` is not installed, which clusters on PostgreSQL need`
  }
  get hints() {
    return [shown`Add it: \`npm install ${this.driver}\``]
  }
}

/** Why there is no cluster to hand lanes to. */
export type ClusterError = ClusterUnreachable | ClusterDriverMissing

/** A runner was to be started that has nothing to offer. Exit 6. */
export class NothingToOffer
  extends Schema.TaggedError<NothingToOffer>()("NothingToOffer", {
    /** What is wrong with each lane, by its slug. */
    problems: Schema.Array(Schema.Struct({ slug: Schema.String, problem: Schema.String }))
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.notFound
  override get message() {
    const told = this.problems.map(({ problem, slug }) => shown`\`${slug}\`: ${problem}`).join("; ")
    return told === "" ? "No lane is installed here" : `No lane can run here. ${told}`
  }
  get hints() {
    return ["`gsd review lanes` says who could review here, and why somebody cannot"]
  }
}

/** No live runner offers a lane. Nothing was handed over. */
export class NoRunner extends Schema.TaggedError<NoRunner>()("NoRunner", {
  slug: Schema.String,
  waitedMillis: Schema.Finite,
  /** Live runners, whatever they offer. */
  runners: Schema.Finite,
  /** Names of those that offer the lane with other bytes. */
  otherBytes: Schema.Array(Schema.String)
}) {
  override get message(): Visible {
    const { otherBytes, runners, slug, waitedMillis } = this
    const seconds = Math.round(waitedMillis / 1000)
    const others =
      otherBytes.length === 0
        ? ""
        : shown`; \`${otherBytes.join("`, `")}\` offers it with other bytes than those consented to here`
    const there = counted(runners, "runner is", "runners are")
    return `${shown`No runner offered \`${slug}\` within ${seconds} s`} (${there} there)${others}` as Visible
  }
}

/** Why a runner did not run a lane that it was handed; closed. */
export const runnerRefusals = ["not-offered", "other-bytes", "not-startable"] as const

/** A runner does not run what it was handed. Nothing of it was started. */
export class RunnerRefused extends Schema.TaggedError<RunnerRefused>()("RunnerRefused", {
  reason: Schema.Literals(runnerRefusals),
  /** Name of the runner. */
  runner: Schema.String,
  /** What it says, untrusted. */
  problem: Schema.String
}) {
  override get message(): Visible {
    return shown`The runner \`${this.runner}\` refuses: ${this.problem}`
  }
}

/** Runners that had begun a lane are gone, and nobody else took or may take it. */
export class RunnerLost extends Schema.TaggedError<RunnerLost>()("RunnerLost", {
  slug: Schema.String,
  /** Names of the runners that began it, the first one first; none when that is not known. */
  runners: Schema.Array(Schema.String)
}) {
  override get message(): Visible {
    return this.runners.length === 0
      ? shown`The runner of \`${this.slug}\` is gone, and no other one offers it`
      : shown`\`${this.slug}\` was begun by \`${this.runners.join("`, `")}\`, none of which ended it`
  }
}

/** A handed lane did not come back in the time that it may take, starts on other runners included. */
export class HandingTooLong extends Schema.TaggedError<HandingTooLong>()("HandingTooLong", {
  slug: Schema.String,
  millis: Schema.Finite
}) {
  override get message(): Visible {
    return shown`\`${this.slug}\` did not come back from the cluster within ${Math.round(this.millis / 1000)} s`
  }
}

/** Why a handed lane has no report. */
export type HandingFailed = RunnerRefused | RunnerLost | HandingTooLong | ClusterUnreachable
