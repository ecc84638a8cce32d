import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { DiskFailure, FileTooLarge } from "../domain/disk/errors.ts"
import type { WorkflowFile } from "../domain/loop/workflowSet.ts"
import type { ProductFileMissing } from "../domain/product/errors.ts"
import type { SourceMissing } from "../domain/source/errors.ts"

/** Why workflows cannot be read. */
export type WorkflowFilesError = DiskFailure | FileTooLarge | ProductFileMissing | SourceMissing

/** Step workflows, and what explains them: the Markdown files of one folder, ascending by name. */
export class WorkflowFiles extends Context.Service<
  WorkflowFiles,
  {
    /** Those beside the program, by their paths in the package; none when it came without them. */
    readonly shipped: Effect.Effect<ReadonlyArray<WorkflowFile>, WorkflowFilesError>
    /** Those directly in a folder; a relative path counts from the working directory. Links are passed over. */
    readonly below: (folder: string) => Effect.Effect<ReadonlyArray<WorkflowFile>, WorkflowFilesError>
  }
>()("gsd/services/WorkflowFiles") {}
