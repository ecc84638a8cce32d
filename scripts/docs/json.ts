/** What every command prints with `--json`, from the types of what the commands print. */
import { documented } from "./parts/helpDocs.ts"
import { printed } from "./parts/jsonShapes.ts"
import { codes, page } from "./parts/markdown.ts"

export const file = "docs/reference/json.md"

const receipt = "install.renderReceipt"

/** The calls of `print` that each command makes, as `parts/jsonShapes.ts` names them. */
const prints: Readonly<Record<string, ReadonlyArray<string>>> = {
  "--version": ["gsd.renderVersion"],
  "capability install": [receipt],
  "capability update": ["update.renderReceipt"],
  "capability update --all": ["updating.renderUpdates"],
  "capability rollback": ["rollback.renderReceipt"],
  "capability remove": ["remove.renderReceipt"],
  "capability pin": ["pin.renderReceipt"],
  "capability unpin": ["pin.renderReceipt"],
  "capability trust add": ["trust.renderReceipt"],
  "capability import": ["sync.renderSync"],
  "capability sync": ["sync.renderSync"],
  "capability install --frozen": ["sync.renderSync"],
  "capability history": ["history.renderHistory"],
  "capability gc": ["gc.renderGc"],
  "capability enable": ["enable.renderSwitch"],
  "capability disable": ["enable.renderSwitch"],
  "capability set": ["capabilitySet.renderCapabilitySet"],
  "capability list": ["list.renderList"],
  "capability show": ["show.renderShow"],
  "capability state": ["state.renderState"],
  "capability path": ["path.value"],
  "capability verify": ["verify.renderVerification"],
  "capability outdated": ["outdated.renderOutdated"],
  "capability plan": ["plan.renderPlan"],
  "capability lock": ["lock.renderLock"],
  "capability export": ["exporting.renderExport"],
  "capability log": ["log.renderLog"],
  "capability init": ["init.renderInit"],
  "capability validate": ["validate.renderManifestReports"],
  "capability pack": ["pack.renderPacked"],
  "capability trust list": ["trust.renderRecords"],
  "capability trust show": ["trust.renderRecords"],
  "capability trust revoke": ["trust.renderRevoked"],
  "capability adopt": ["adopt.renderAdopt"],
  "loop render": ["renderedPoint.value"],
  "loop dispatch": ["loopDispatch.renderDispatched"],
  "loop record": ["loopRecord.renderRecord"],
  "loop log": ["loopLog.renderLoopLog"],
  "loop points": ["loopLooking.renderPoints"],
  "loop contract": ["loopLooking.renderContract"],
  "loop graph": ["loopGraph.renderDot"],
  "config get": ["configLooking.renderValue"],
  "config get, without a key": ["configLooking.renderValues"],
  "config explain": ["configLooking.renderExplained"],
  "config set": ["configWriting.renderSet"],
  "config unset": ["configWriting.renderUnset"],
  "plan-lint": ["planLint.renderPlanLint"],
  query: ["query.renderQuery"],
  "query --list": ["query.renderQueries"],
  "review run": ["reviewRun.renderReview"],
  "review lanes": ["reviewLooking.renderLanes"],
  "review probe": ["reviewLooking.renderLanes"],
  "review plan": ["reviewLooking.renderReviewPlan"],
  "review history": ["reviewLooking.renderHistory"],
  "review runners": ["reviewRunner.renderRunners"],
  "task resolve-content": ["task.renderResolved"],
  "task resolve-content --all": ["task.renderTasks"],
  x: ["x.value"],
  "x, without a family": ["x.renderFamilies"],
  "registry add": ["registryAdded.renderAdded"],
  "registry list": ["registryAdded.renderRegistries"],
  "registry remove": ["registryAdded.renderRemoved"],
  "registry search": ["registryAsked.renderSearch"],
  "registry info": ["registryAsked.renderInfo"],
  "registry index": ["registryIndex.renderIndex"],
  "registry matrix": ["registryMatrix.renderMatrixMarkdown"],
  "registry check": ["registryCheck.renderSetReport"],
  "runtime list": ["runtimeList.renderRuntimes"],
  "runtime home": ["runtimeHome.value"],
  "runtime plan": ["runtimeFlags.renderOutcome"],
  "runtime apply": ["runtimeFlags.renderOutcome"],
  "runtime remove": ["runtimeFlags.renderOutcome"],
  "runtime status": ["runtimeStatus.renderStatus"],
  "family validate": ["familyTelling.renderFamilyReports"],
  "family detect": ["familyDetect.renderDetection"],
  "family modes": ["familyModes.renderModes"],
  "family procedures": ["familyProcedures.renderProcedures"],
  "family hosts": ["familyHosts.renderHosts"],
  "family dirs": ["familyDirs.renderDirs"],
  "family lane": ["familyLane.renderLane"],
  "family settings": ["familySettings.renderFamilySettings"],
  "family settings explain": ["familySettings.renderExplainedSetting"],
  "family settings set": ["familySettings.renderSettingsChange"],
  "family settings unset": ["familySettings.renderSettingsChange"],
  "family settings reconcile": ["familySettings.renderReconciled"],
  doctor: ["doctor.renderDiagnosis"],
  "doctor --fix": ["doctor.renderTreatment"],
  "doctor --rebuild": ["doctor.renderRebuildReport"],
  schema: ["schema.schemaText"],
  demo: ["demo.value"]
}

/** Commands that stay and report until they are ended; each report is a line of JSON. */
const streams = new Set(["review runner"])

const shapes = printed()

const unknown = Object.values(prints)
  .flat()
  .find((key) => !shapes.has(key))
if (unknown !== undefined) throw new Error(`scripts/docs/json.ts: nothing prints ${unknown}`)

const used = new Set(Object.values(prints).flat())
const untold = [...shapes.keys()].find((key) => !used.has(key))
if (untold !== undefined) throw new Error(`scripts/docs/json.ts: which command prints ${untold}?`)

const commands = documented
  .filter(({ doc, isGroup }) => !isGroup || /\[flags\](?! <)/u.test(doc.usage))
  .map(({ path }) => path.join(" "))
const missing = documented
  .filter(({ isGroup }) => !isGroup)
  .map(({ path }) => path.join(" "))
  .find((command) => prints[command] === undefined && !streams.has(command))
if (missing !== undefined) throw new Error(`scripts/docs/json.ts: what does \`gsd ${missing}\` print?`)
const gone = Object.keys(prints).find(
  (command) => !command.startsWith("--") && !commands.includes(command.replace(/,? (--.*|without .*)$/u, ""))
)
if (gone !== undefined) throw new Error(`scripts/docs/json.ts: there is no \`gsd ${gone}\``)

/** Commands by what they print, in the order of the table. */
const groups = new Map<string, ReadonlyArray<string>>()
for (const [command, keys] of Object.entries(prints)) {
  for (const key of keys) {
    const shape = shapes.get(key) ?? ""
    groups.set(shape, [...(groups.get(shape) ?? []), command])
  }
}

/** `CapabilityList` for `capability list`. */
const typeNameOf = (command: string): string =>
  [...command.matchAll(/[a-z]+/gu)].map(([word]) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("")

const section = ([shape, of]: readonly [string, ReadonlyArray<string>]): string =>
  `## ${of.map((command) => `gsd ${command}`).join(", ")}\n\n\`\`\`ts\ntype ${typeNameOf(of[0] ?? "")} = ${shape}\n\`\`\``

const text = `# JSON

\`--json\` makes a command print exactly one document on stdout, on one line: its value on success, and otherwise

\`\`\`ts
type Failed = { error: { _tag: string; message: string; hints: ReadonlyArray<string>; exitCode: number; details: JsonObject } }
\`\`\`

as [errors](errors.md) tells. A command that ends with 7 printed its value; the code says that it is bad news. Control
characters are escaped, so that a document is safe to look at. A later version may add members.

The types are those of the commands themselves. \`JsonValue\` is any JSON, \`JsonObject\` an object of it, \`JsonSchema\` a
schema after the draft that it names. ${codes([...streams].map((name) => `gsd ${name}`))} stays until it is ended and prints a
line of JSON for each thing that happens with \`--events\`, and \`gsd review run --events\` prints such lines in place of the
one document.

${[...groups].map(section).join("\n\n")}
`

export const render = async (): Promise<string> => page("scripts/docs/json.ts from src/cli/commands", text)
