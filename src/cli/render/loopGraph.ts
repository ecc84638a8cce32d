import { loopPoints } from "../../domain/capability/loopContract.ts"
import type { GraphEdge, GraphNode, LoopGraph } from "../../domain/loop/graph.ts"
import { visible } from "../../domain/text/escape.ts"

/** How a language of diagrams writes what a graph has; texts come raw. */
interface Language {
  readonly open: ReadonlyArray<string>
  readonly close: ReadonlyArray<string>
  /** Opens the frame of a point; `name` is safe, and of ours. */
  readonly openPoint: (name: string, title: string) => string
  readonly closePoint: string
  readonly node: (name: string, node: GraphNode) => string
  readonly artifact: (name: string, title: string) => string
  readonly edge: (from: string, to: string) => string
}

/** Everything that a label of mermaid could be read as something else for is written by its number. */
const mermaidText = (text: string): string =>
  visible(text).replace(/[^\p{L}\p{N} _./:-]/gu, (one) => `#${one.codePointAt(0) ?? 0};`)

const mermaid: Language = {
  open: ["flowchart TD"],
  close: [],
  openPoint: (name, title) => `  subgraph ${name}["${mermaidText(title)}"]`,
  closePoint: "  end",
  node: (name, { about, id, kind }) => {
    const label = `"${mermaidText(id)}<br/>${mermaidText(about)}"`
    if (kind === "gate") return `    ${name}{{${label}}}`
    return kind === "workflow" ? `    ${name}[[${label}]]` : `    ${name}[${label}]`
  },
  artifact: (name, title) => `  ${name}(["${mermaidText(title)}"])`,
  edge: (from, to) => `  ${from} --> ${to}`
}

const dotText = (text: string): string => visible(text).replace(/["\\]/gu, "\\$&")

const shapes: Readonly<Record<GraphNode["kind"], string>> = {
  step: "box",
  contribution: "note",
  gate: "hexagon",
  workflow: "box3d"
}

const dot: Language = {
  open: ["digraph loop {", "  rankdir=TB", '  node [fontname="sans-serif"]'],
  close: ["}"],
  openPoint: (name, title) => `  subgraph cluster_${name} {\n    label="${dotText(title)}"`,
  closePoint: "  }",
  node: (name, { about, id, kind }) =>
    `    ${name} [shape=${shapes[kind]}, label="${dotText(id)}\\n${dotText(about)}"]`,
  artifact: (name, title) => `  ${name} [shape=ellipse, label="${dotText(title)}"]`,
  edge: (from, to) => `  ${from} -> ${to}`
}

const edgeLine = (
  language: Language,
  { artifact, kind, node }: GraphEdge,
  names: ReadonlyMap<string, string>
): string => {
  const hook = names.get(`node ${node}`) ?? ""
  const between = names.get(`artifact ${artifact}`) ?? ""
  return kind === "produces" ? language.edge(hook, between) : language.edge(between, hook)
}

/** Names in the diagram are ours, `n0` and `a0`: no text of a capability is one. */
const drawn = ({ artifacts, edges, nodes }: LoopGraph, language: Language): string => {
  const names = new Map([
    ...nodes.map(({ id }, at) => [`node ${id}`, `n${at}`] as const),
    ...artifacts.map((artifact, at) => [`artifact ${artifact}`, `a${at}`] as const)
  ])
  const frames = loopPoints.flatMap((point, at) => {
    const inside = nodes.filter((node) => node.point === point)
    return inside.length === 0
      ? []
      : [
          language.openPoint(`p${at}`, point),
          ...inside.map((node) => language.node(names.get(`node ${node.id}`) ?? "", node)),
          language.closePoint
        ]
  })
  return [
    ...language.open,
    ...frames,
    ...artifacts.map((artifact) => language.artifact(names.get(`artifact ${artifact}`) ?? "", artifact)),
    ...edges.map((edge) => edgeLine(language, edge, names)),
    ...language.close
  ].join("\n")
}

/** A graph in the language of mermaid. */
export const renderMermaid = (graph: LoopGraph): string => drawn(graph, mermaid)

/** A graph in the language of Graphviz. */
export const renderDot = (graph: LoopGraph): string => drawn(graph, dot)
