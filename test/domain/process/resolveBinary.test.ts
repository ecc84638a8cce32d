import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import { type BinaryQuery, type FileState, resolveBinary } from "../../../src/domain/process/resolveBinary.ts"

type Disk = Readonly<Record<string, FileState>>

const ask = (query: Partial<BinaryQuery>, disk: Disk) =>
  resolveBinary({ name: "codex", env: {}, isWindows: false, ...query }, (path) =>
    Object.hasOwn(disk, path) ? (disk[path] ?? "missing") : "missing"
  )

const summary = (query: Partial<BinaryQuery>, disk: Disk): string => {
  const answer = ask(query, disk)
  switch (answer._tag) {
    case "Found":
      return `${answer.binary.kind} ${answer.binary.path}`
    case "NotExecutable":
      return `not-executable ${answer.path}`
    case "Missing":
      return `missing ${answer.tried.length}`
  }
}

const posix: ReadonlyArray<readonly [string, Partial<BinaryQuery>, Disk, string]> = [
  [
    "takes the first on PATH",
    { env: { PATH: "/a:/b" } },
    { "/a/codex": "executable", "/b/codex": "executable" },
    "native /a/codex"
  ],
  [
    "passes over a file that may not be started",
    { env: { PATH: "/a:/b" } },
    { "/a/codex": "not-executable", "/b/codex": "executable" },
    "native /b/codex"
  ],
  [
    "reports it when there is no other",
    { env: { PATH: "/a:/b" } },
    { "/b/codex": "not-executable" },
    "not-executable /b/codex"
  ],
  ["finds nothing without PATH", {}, { "/workspace/codex": "executable" }, "missing 0"],
  [
    "skips empty and relative entries",
    { env: { PATH: ":.:bin:/a:" } },
    { "/workspace/codex": "executable" },
    "missing 1"
  ],
  [
    "joins without a second slash",
    { env: { PATH: "/a//" } },
    { "/a/codex": "executable" },
    "native /a/codex"
  ],
  ["does not fold the case of PATH", { env: { Path: "/a" } }, { "/a/codex": "executable" }, "missing 0"],
  [
    "never takes a relative path from anywhere",
    { name: "./x/codex", env: { PATH: "/a" } },
    { "./x/codex": "executable", "/a/./x/codex": "executable", "/a/x/codex": "executable" },
    "missing 0"
  ],
  [
    "takes an absolute path as it is",
    { name: "/x/My 'Q' $(x) é", env: { PATH: "/a" } },
    { "/x/My 'Q' $(x) é": "executable" },
    "native /x/My 'Q' $(x) é"
  ],
  [
    "knows no Windows shims",
    { name: "codex.cmd", env: { PATH: "/a" } },
    { "/a/codex.cmd": "executable" },
    "native /a/codex.cmd"
  ],
  [
    "reads a redacted PATH",
    { env: { PATH: Redacted.make("/a") } },
    { "/a/codex": "executable" },
    "native /a/codex"
  ],
  [
    "expands no home",
    { name: "~/codex", env: { PATH: "/a" } },
    { "~/codex": "executable", "/a/~/codex": "executable" },
    "missing 0"
  ],
  [
    "takes no path of Windows for absolute",
    { name: "C:/x/codex", env: { PATH: "/a" } },
    { "C:/x/codex": "executable", "/a/C:/x/codex": "executable" },
    "missing 0"
  ],
  ["refuses an empty name", { name: "", env: { PATH: "/a" } }, {}, "missing 0"],
  ["refuses a NUL byte", { name: "a\0b", env: { PATH: "/a" } }, {}, "missing 0"]
]

const npm: Disk = {
  "C:\\npm\\codex": "executable",
  "C:\\npm\\codex.cmd": "executable",
  "C:\\npm\\codex.ps1": "executable"
}

const onWindows = (more: Partial<BinaryQuery>): Partial<BinaryQuery> => ({
  isWindows: true,
  ...more
})

const windows: ReadonlyArray<readonly [string, Partial<BinaryQuery>, Disk, string]> = [
  [
    "finds npm's batch shim, not its POSIX script",
    { env: { Path: "C:\\npm" } },
    npm,
    "batch C:\\npm\\codex.cmd"
  ],
  [
    "follows the order of PATHEXT",
    { env: { Path: "C:\\npm", PATHEXT: ".PS1;.CMD" } },
    npm,
    "powershell C:\\npm\\codex.ps1"
  ],
  [
    "prefers an executable by the default order",
    { env: { PATH: "C:\\npm" } },
    { ...npm, "C:\\npm\\codex.exe": "executable" },
    "native C:\\npm\\codex.exe"
  ],
  [
    "takes an extension that is named",
    { name: "codex.PS1", env: { PATH: "C:\\npm" } },
    { "C:\\npm\\codex.PS1": "executable" },
    "powershell C:\\npm\\codex.PS1"
  ],
  [
    "adds an extension to a name with a dot",
    { name: "gpt.4", env: { PATH: "C:\\a" } },
    { "C:\\a\\gpt.4.exe": "executable" },
    "native C:\\a\\gpt.4.exe"
  ],
  [
    "calls other extensions associated",
    { env: { PATH: "C:\\a", PATHEXT: ".VBS" } },
    { "C:\\a\\codex.vbs": "executable" },
    "associated C:\\a\\codex.vbs"
  ],
  [
    "uses the default of an empty PATHEXT",
    { env: { PATH: "C:\\npm", PATHEXT: "" } },
    npm,
    "batch C:\\npm\\codex.cmd"
  ],
  [
    "reads quoted entries with spaces and backslashes at the end",
    { env: { PATH: '"C:\\Program Files\\";C:\\nvm\\n\\' } },
    { "C:\\nvm\\n\\codex.exe": "executable" },
    "native C:\\nvm\\n\\codex.exe"
  ],
  [
    "finds on a UNC path",
    { env: { PATH: "\\\\server\\share" } },
    { "\\\\server\\share\\codex.exe": "executable" },
    "native \\\\server\\share\\codex.exe"
  ],
  [
    "never looks into the directory for a bare name",
    { env: { PATH: "" } },
    { "C:\\Users\\First Last\\codex.exe": "executable" },
    "missing 0"
  ],
  [
    "never takes a relative path from anywhere",
    { name: "bin\\codex", env: { PATH: "C:\\npm" } },
    { "bin\\codex.cmd": "executable", "C:\\npm\\bin\\codex.cmd": "executable" },
    "missing 0"
  ],
  [
    "never takes a path of the folder that a drive stands at",
    { name: "C:codex.exe", env: { PATH: "C:\\npm" } },
    { "C:codex.exe": "executable", "C:\\npm\\C:codex.exe": "executable" },
    "missing 0"
  ],
  [
    "never takes a path without its drive",
    { name: "\\npm\\codex.exe" },
    { "\\npm\\codex.exe": "executable" },
    "missing 0"
  ],
  [
    "takes an absolute path with either slash",
    { name: "C:/npm/codex.exe" },
    { "C:/npm/codex.exe": "executable" },
    "native C:/npm/codex.exe"
  ]
]

describe("resolveBinary on POSIX", () => {
  it.each(posix)("%s", (_name, query, disk, expected) => {
    assert.strictEqual(summary(query, disk), expected)
  })
})

describe("resolveBinary on Windows", () => {
  it.each(windows)("%s", (_name, query, disk, expected) => {
    assert.strictEqual(summary(onWindows(query), disk), expected)
  })
})
