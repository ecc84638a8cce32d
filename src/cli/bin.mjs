#!/usr/bin/env node
// The first file of the published bin. It must parse on any Node that knows `.mjs`, so: ES2015 and `import()`,
// no static imports. It answers what can be answered without the program, then loads the program.

/* The build puts both in; without a build the sources are run as they are. */
const version = typeof __GSD_VERSION__ === "string" ? __GSD_VERSION__ : "0.0.0-source"
const program = typeof __GSD_MAIN__ === "string" ? __GSD_MAIN__ : "./main.ts"

const supported = "^22.22.2 || ^24.15.0 || >=26"

/** Whether a Node version is in `supported`; a test compares it with the range engine's answer. */
function isSupported(text) {
  const [major, minor, patch] = text.split(/[.-]/).map(Number)
  if (major === 22) return minor > 22 || (minor === 22 && patch >= 2)
  if (major === 24) return minor >= 15
  return major >= 26
}

function keepCompiledCode() {
  const { enableCompileCache } = process.getBuiltinModule("node:module")
  const { fileURLToPath } = process.getBuiltinModule("node:url")
  // Beside the program, never in a shared temporary folder: whoever may write there may replace the program anyway.
  if (enableCompileCache) enableCompileCache(fileURLToPath(new URL(".compile-cache", import.meta.url)))
}

function start(argv) {
  if (!isSupported(process.versions.node)) {
    process.exitCode = 1
    process.stderr.write(`gsd: Node ${process.versions.node} is not supported; use Node ${supported}\n`)
    return
  }
  if (argv.length === 1 && argv[0] === "--version") {
    process.stdout.on("error", (error) => {
      // A reader that left wants no more; anything else lost the answer.
      if (error.code === "EPIPE") return
      process.exitCode = 1
      process.stderr.write(`gsd: the output could not be written: ${error.message}\n`)
    })
    process.stdout.write(`${version}\n`)
    return
  }
  if (typeof __GSD_MAIN__ === "string") keepCompiledCode()
  import(program).then(
    (main) => main.run(argv),
    (cause) => {
      process.exitCode = 70
      process.stderr.write(`gsd: the program could not be loaded: ${cause.message}\n`)
    }
  )
}

start(process.argv.slice(2))
