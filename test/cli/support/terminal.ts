import { spawnSync } from "node:child_process"
import { environment, program, type World } from "./world.ts"

/** Whether programs can be run on a terminal here; python3's pty is what makes one. */
export const hasTerminals = spawnSync("python3", ["-c", "import pty"]).status === 0

/** Runs a command on a terminal of its own; types `input` once the prompt stands there. */
export const onTerminal = (world: World, args: ReadonlyArray<string>, input: string) => {
  const script = `
import os, pty, sys, select
pid, fd = pty.fork()
if pid == 0:
    os.chdir(sys.argv[1])
    os.execve(sys.argv[3], sys.argv[3:], dict(os.environ))
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
        os.write(fd, sys.argv[2].encode().decode("unicode_escape").encode())
        typed = True
_, status = os.waitpid(pid, 0)
sys.stdout.buffer.write(seen)
sys.exit(os.waitstatus_to_exitcode(status) % 256)
`
  const run = spawnSync("python3", ["-c", script, world.work, input, process.execPath, program, ...args], {
    env: environment(world, { TERM: "xterm" }),
    encoding: "utf8",
    timeout: 50_000
  })
  return { code: run.status, seen: run.stdout }
}
