import { chmodSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { program } from "../../cli/support/world.ts"

/** Puts `gsd`, and an `npx` that knows nothing else, into a folder of the search path. */
export const putPrograms = (bin: string): void => {
  const put = (name: string, text: string): void => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  put("gsd", `exec node '${program}' "$@"`)
  put("npx", 'test "$1" = gsd || exit 127\nexec "$@"')
}
