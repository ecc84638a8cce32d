import { readFileSync } from "node:fs"
import { assert } from "vitest"

/** A complete event of a trace. */
export interface TraceSpan {
  readonly ph: string
  readonly name: string
  readonly tid: number
  readonly ts: number
  readonly dur: number
  readonly args: Readonly<Record<string, string>>
}

interface TreeNode {
  readonly entry: TraceSpan
  readonly parent: TreeNode | null
}

/** What is used of the engine that reads traces in browsers' developer tools. */
interface TraceEngine {
  readonly TraceModel: {
    readonly Model: {
      readonly createWithAllHandlers: () => {
        readonly parse: (events: ReadonlyArray<unknown>) => Promise<void>
        readonly parsedTrace: () => {
          readonly traceEvents: ReadonlyArray<TraceSpan>
          readonly data: {
            readonly Meta: {
              readonly processNames: ReadonlyMap<number, { readonly args: { readonly name: string } }>
            }
          }
        } | null
      }
    }
  }
  readonly Helpers: {
    readonly TreeHelpers: {
      readonly canBuildTreesFromEvents: (events: ReadonlyArray<TraceSpan>) => boolean
      readonly treify: (events: ReadonlyArray<TraceSpan>) => {
        readonly entryToNode: ReadonlyMap<TraceSpan, TreeNode>
      }
    }
  }
}

const engineName: string = "@paulirish/trace_engine/models/trace/trace.js"

const rowsOf = (spans: ReadonlyArray<TraceSpan>): ReadonlyArray<ReadonlyArray<TraceSpan>> =>
  [...new Set(spans.map(({ tid }) => tid))].map((row) =>
    spans.filter(({ tid }) => tid === row).toSorted((one, other) => one.ts - other.ts || other.dur - one.dur)
  )

/** Every span of a row is drawn in its parent, or in nothing when its parent is drawn elsewhere. */
const checkNesting = (engine: TraceEngine, row: ReadonlyArray<TraceSpan>): void => {
  assert.isTrue(engine.Helpers.TreeHelpers.canBuildTreesFromEvents(row))
  const { entryToNode } = engine.Helpers.TreeHelpers.treify(row)
  const here = new Set(row.map(({ args }) => args["span"]))
  for (const [span, node] of entryToNode) {
    const { parent } = span.args
    if (parent !== undefined && node.parent !== null)
      assert.strictEqual(node.parent.entry.args["span"], parent, span.name)
    if (node.parent === null && parent !== undefined && here.has(parent))
      assert.fail(`${span.name} is not drawn in its parent`)
  }
}

/** Opens a trace with the engine of browsers' developer tools, checks how it nests, and gives its spans. */
export const openTrace = async (path: string): Promise<ReadonlyArray<TraceSpan>> => {
  const engine: TraceEngine = await import(engineName)
  const { traceEvents }: { readonly traceEvents: ReadonlyArray<TraceSpan> } = JSON.parse(
    readFileSync(path, "utf8")
  )
  const model = engine.TraceModel.Model.createWithAllHandlers()
  await model.parse(traceEvents)
  const parsed = model.parsedTrace()
  assert.isNotNull(parsed)
  assert.deepStrictEqual(
    [...(parsed?.data.Meta.processNames.values() ?? [])].map(({ args }) => args.name),
    ["gsd"]
  )
  const spans = (parsed?.traceEvents ?? []).filter(({ ph }) => ph === "X")
  assert.strictEqual(spans.length, traceEvents.filter(({ ph }) => ph === "X").length)
  for (const row of rowsOf(spans)) checkNesting(engine, row)
  const ids = new Set(spans.map(({ args }) => args["span"]))
  assert.strictEqual(ids.size, spans.length)
  const orphans = spans.filter(({ args }) => !ids.has(args["parent"]))
  assert.deepStrictEqual(
    orphans.filter(({ args }) => args["parent"] !== undefined).map(({ name }) => name),
    []
  )
  assert.deepStrictEqual(
    orphans.map(({ name }) => name.slice(0, 4)),
    ["gsd "]
  )
  return spans
}

/** Names from a span up to the root. */
export const pathOf = (spans: ReadonlyArray<TraceSpan>, name: string): ReadonlyArray<string> => {
  const found = spans.find((span) => span.name === name)
  assert.isDefined(found, `no span ${name}`)
  const walk = (span: TraceSpan | undefined): ReadonlyArray<string> =>
    span === undefined
      ? []
      : [span.name, ...walk(spans.find(({ args }) => args["span"] === span.args["parent"]))]
  return walk(found)
}
