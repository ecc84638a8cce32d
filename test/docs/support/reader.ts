import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { dirname, join } from "node:path"

/** Where pages say that their reader works. */
const toldFolder = "/home/ada/tutorial"

/** Somebody who does what a page says, in a shell of their own. */
export interface Reader {
  /** Folder that the page starts in. */
  readonly folder: string
  readonly home: string
  /** First folder of the search path. */
  readonly bin: string
  readonly run: (text: string, answer?: string) => { readonly code: number | null; readonly output: string }
  readonly save: (name: string, text: string) => void
}

const onTerminal = `
import os, pty, sys
pid, fd = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
seen, typed = b"", False
while True:
    try:
        data = os.read(fd, 65536)
    except OSError:
        break
    if not data:
        break
    seen += data
    if not typed and b"[y/N]" in seen:
        os.write(fd, sys.argv[1].encode() + b"\\r")
        typed = True
_, status = os.waitpid(pid, 0)
sys.stdout.buffer.write(seen)
sys.exit(os.waitstatus_to_exitcode(status) % 256)
`

const escapes = new RegExp(`${String.fromCodePoint(27)}\\[[0-9;?]*[A-Za-z]`, "gu")

/** How this machine reaches the registry: through what proxies, trusting whom. */
const wayOut = (): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      /^(?:node_extra_ca_certs|ssl_cert_file|(?:https?|no)_proxy)$/iu.test(name)
    )
  )

/** The programs of this machine, the Node that runs the tests before them, and nothing of the repository. */
const searchPath = (bin: string, repository: string): string => {
  mkdirSync(bin)
  symlinkSync(process.execPath, join(bin, "node"))
  const usual = (process.env["PATH"] ?? "").split(":").filter((one) => !one.startsWith(repository))
  return [bin, ...usual].join(":")
}

/**
 * A reader whose home and folder are below `root`. Folder, variables and functions stay from one command to the next, as
 * in a shell. npm takes from the cache of this machine what it has.
 */
export const readerIn = (root: string, repository: string): Reader => {
  const home = join(root, "home")
  const folder = join(root, "folder")
  const bin = join(root, "bin")
  const state = join(root, "state.sh")
  for (const one of [home, folder]) mkdirSync(one, { mode: 0o700 })
  writeFileSync(state, `cd '${folder}'\n`)
  const cache = process.env["npm_config_cache"] ?? join(homedir(), ".npm")
  const npmrc = process.env["npm_config_userconfig"] ?? join(homedir(), ".npmrc")
  const env = {
    ...wayOut(),
    HOME: home,
    PATH: searchPath(bin, repository),
    TERM: "xterm",
    NO_COLOR: "1",
    npm_config_cache: cache,
    ...(existsSync(npmrc) ? { npm_config_userconfig: npmrc } : {}),
    npm_config_prefer_offline: "true",
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false"
  }
  const script = (text: string): string =>
    `. '${state}'\nset -e\n${text}\nset +e\n{ declare -p | sed -n '/^declare -[-x]* [A-Za-z]/p' | grep -Ev '^declare -[-x]* (BASH|SHELLOPTS|PPID|UID|EUID|_=)'; echo "cd '$PWD'"; } > '${state}'`
  return {
    folder,
    home,
    bin,
    run: (text, answer) => {
      const file = join(root, "block.sh")
      writeFileSync(file, script(text))
      const shell = ["bash", "--noprofile", "--norc", file]
      const argv = answer === undefined ? shell : ["python3", "-c", onTerminal, answer, ...shell]
      const run = spawnSync(argv[0] ?? "bash", argv.slice(1), { env, encoding: "utf8", timeout: 300_000 })
      const output = answer === undefined && run.status === 0 ? run.stdout : `${run.stdout}${run.stderr}`
      return {
        code: run.status,
        output: output.replaceAll(escapes, "").replaceAll("\r\n", "\n").replaceAll(folder, toldFolder)
      }
    },
    save: (name, text) => {
      const at = /(?:^|\n)cd '([^']*)'\n$/u.exec(readFileSync(state, "utf8"))?.[1] ?? folder
      const path = join(at, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
  }
}
