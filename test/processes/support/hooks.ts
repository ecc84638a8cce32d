import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { parse } from "jsonc-parser"
import { assert } from "vitest"

interface Settings {
  readonly hooks?: Readonly<
    Record<string, ReadonlyArray<{ readonly hooks: ReadonlyArray<{ readonly command: string }> }>>
  >
}

/** Every hook command of a settings file. */
export const commandsIn = (path: string): ReadonlyArray<string> => {
  if (!existsSync(path)) return []
  const settings: Settings = parse(readFileSync(path, "utf8")) ?? {}
  return Object.values(settings.hooks ?? {}).flatMap((entries) =>
    entries.flatMap(({ hooks }) => hooks.map(({ command }) => command))
  )
}

/** Fails when a hook in a settings file names a script of the store that is not there, as a shell sees it. */
export const proveHooksStand = (files: ReadonlyArray<string>, where: string): void => {
  for (const command of files.flatMap(commandsIn).filter((one) => one.includes("/.gsd/store/"))) {
    const { status } = spawnSync("sh", ["-c", `test -x ${command}`])
    assert.strictEqual(status, 0, `${where}: ${command} is not there`)
  }
}
