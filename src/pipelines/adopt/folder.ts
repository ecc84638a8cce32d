import * as Effect from "effect/Effect"
import type { FolderSeen } from "../../domain/adopt/planAdoption.ts"
import { limits } from "../../domain/limits.ts"
import { globalScope } from "../../domain/paths.ts"
import { Durable } from "../../services/Durable.ts"
import { RuntimeFiles } from "../../services/RuntimeFiles.ts"

interface Met {
  readonly files: Array<string>
  readonly directories: Array<string>
  /** Something that is neither, or one too many. */
  strange: string | undefined
}

/** Everything below a folder, what no bundle takes over included; ends at the first thing that is not to be taken away. */
const everything = Effect.fnUntraced(function* (folder: string) {
  const durable = yield* Durable
  const met: Met = { files: [], directories: [folder], strange: undefined }
  for (const directory of met.directories) {
    for (const { kind, name } of yield* durable.entries(directory)) {
      const path = `${directory}/${name}`
      if (kind === "file") met.files.push(path)
      else if (kind === "directory") met.directories.push(path)
      else met.strange = `\`${path}\` is no plain file`
    }
    if (met.files.length + met.directories.length > limits.adoptedFolderFiles)
      met.strange = `it holds more than ${limits.adoptedFolderFiles} files and folders`
    if (met.strange !== undefined) break
  }
  return met
})

/** The folder of a capability as a whole: the public system put a repository's `.git` into it, for one. */
export const folderSeen = Effect.fn("adopt.folder")(function* (folder: string) {
  const runtimes = yield* RuntimeFiles
  const { directories, files, strange } = yield* everything(folder)
  if (strange !== undefined) return { _tag: "Stays", reason: strange } satisfies FolderSeen
  const looked = yield* runtimes.look(files, globalScope)
  const going = files.flatMap((path) => {
    const found = looked.get(path)
    return found?._tag === "Plain" ? [{ path, sha512: found.state }] : []
  })
  return going.length === files.length
    ? ({ _tag: "Goes", going, directories: directories.toSorted() } satisfies FolderSeen)
    : ({
        _tag: "Stays",
        reason: "some of its files have another name or are far too large"
      } satisfies FolderSeen)
})
