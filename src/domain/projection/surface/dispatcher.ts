import type { Places } from "../places.ts"
import type { HostHook, HostHooks } from "./hooks.ts"
import { noSurface, type Surface } from "./surface.ts"

interface Listed {
  readonly capability: string
  readonly tools?: ReadonlyArray<string>
  readonly command: string
}

/**
 * What the file does with its list. It is neither CommonJS nor a module: the name of a hook's file has no ending, so the
 * project around it decides which of both it is read as.
 */
const program = `
const objectIn = (text) => {
  try {
    const value = JSON.parse(text)
    return typeof value === "object" && value !== null ? value : {}
  } catch {
    return {}
  }
}

const refusalOf = ({ status, stderr }, said) => {
  const { permissionDecision, permissionDecisionReason } = said.hookSpecificOutput ?? {}
  if (status === 2) return { reason: stderr.trim() }
  if (said.cancel === true) return { reason: said.errorMessage }
  if (said.decision === "block") return { reason: said.reason }
  if (said.continue === false) return { reason: said.stopReason }
  return permissionDecision === "deny" ? { reason: permissionDecisionReason } : undefined
}

const main = async () => {
  const { readFileSync } = await import("node:fs")
  const { spawnSync } = await import("node:child_process")
  const input = readFileSync(0)
  const event = objectIn(input.toString("utf8"))
  const use = event.preToolUse ?? event.postToolUse ?? {}
  const tool = use.toolName ?? use.tool
  const context = []
  for (const { capability, command, tools } of hooks) {
    if (tools !== undefined && !tools.includes(tool)) continue
    const ended = spawnSync("sh", ["-c", command], { input, encoding: "utf8", maxBuffer: 8388608 })
    if (ended.error !== undefined && ended.error.code !== "EPIPE") {
      console.error(\`gsd: the hook of \${capability} did not run: \${ended.error.message}\`)
      continue
    }
    if (ended.stderr !== "") process.stderr.write(ended.stderr)
    const said = objectIn(ended.stdout)
    const refusal = refusalOf(ended, said)
    if (refusal !== undefined)
      return { cancel: true, errorMessage: String(refusal.reason || \`A hook of \${capability} refuses it\`) }
    const more = said.contextModification ?? said.hookSpecificOutput?.additionalContext
    if (typeof more === "string" && more !== "") context.push(more)
  }
  return context.length === 0 ? { cancel: false } : { cancel: false, contextModification: context.join("\\n") }
}

main().then(
  (answer) => console.log(JSON.stringify(answer)),
  (problem) => {
    console.error(\`gsd: hooks did not run: \${problem.message}\`)
    console.log(JSON.stringify({ cancel: false }))
  }
)
`

/**
 * The text of a file that runs the hooks of all capabilities on one event of Cline's, one after the other, each with the
 * input that Cline gives. The first that refuses decides; what else goes wrong holds nothing up. Its \`node\` is found when it
 * runs.
 */
export const dispatcherText = (event: string, hooks: ReadonlyArray<Listed>): string =>
  [
    "#!/usr/bin/env node",
    `// Written by gsd: runs hooks of capabilities on ${event}. It is made anew with them; do not edit.`,
    `const hooks = ${JSON.stringify(hooks, null, 2)}`,
    program
  ].join("\n")

/** The hooks of all capabilities on one event, in their order. */
export const listed = (all: ReadonlyArray<HostHooks>, event: string): ReadonlyArray<Listed> =>
  all.flatMap(({ capability, hooks }) =>
    hooks
      .filter((hook: HostHook) => hook.event === event)
      .map(({ command, tools }) => ({ capability, ...(tools === undefined ? {} : { tools }), command }))
  )

/** The hooks of all capabilities as files of Cline's, one for each event; they belong to all of them together. */
export const clineFiles = (places: Places, all: ReadonlyArray<HostHooks>): Surface => ({
  ...noSurface,
  files: [...new Set(all.flatMap(({ hooks }) => hooks.map(({ event }) => event)))]
    .toSorted()
    .map((event) => ({
      path: `${places.hooks}/.clinerules/hooks/${event}`,
      bytes: new TextEncoder().encode(dispatcherText(event, listed(all, event))),
      executable: true,
      capability: "",
      kind: "index" as const,
      name: event
    }))
})
