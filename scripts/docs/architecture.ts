/** A picture of the rooms, of who imports whom, and of the steps of the main pipelines. */
import { roomOf, rooms } from "../lint/rooms.ts"
import { stepsOf, type Step } from "./parts/flows.ts"
import { modules } from "./parts/imports.ts"
import { page, table } from "./parts/markdown.ts"

export const file = "docs/architecture.md"

/** Pipelines that are drawn: what a person asks for, and the function that does it. */
const flows: ReadonlyArray<readonly [title: string, file: string, name: string]> = [
  ["Install", "install", "install"],
  ["Roll back", "rollback", "rollback"],
  ["Remove", "remove", "remove"],
  ["Give a runtime what is installed", "runtimeApply", "runtimeApply"],
  ["Review plans", "review", "review"],
  ["Dispatch a point of the loop", "loopDispatch", "loopDispatch"]
]

/** Which room imports from which, as it is now. */
const drawn = new Set(
  [...modules].flatMap(([path, { imports }]) =>
    [...imports.keys()].flatMap((to) => {
      const [from, into] = [roomOf(path)?.name, roomOf(to)?.name]
      return from === undefined || into === undefined || from === into ? [] : [`${from} ${into}`]
    })
  )
)

const idOf = (room: string): string => room.replace("/", "_")

const picture = [
  "flowchart TD",
  ...rooms.map(({ name }) => `  ${idOf(name)}["${name}"]`),
  ...[...drawn].toSorted().map((pair) => `  ${pair.split(" ").map(idOf).join(" --> ")}`)
].join("\n")

const stepLine = ({ isCommit, name, services }: Step, at: number): string => {
  const asks = services.length === 0 ? "" : `<br/>${services.join(", ")}`
  return isCommit ? `  s${at}{{"${name}${asks}"}}` : `  s${at}["${name}${asks}"]`
}

const flowOf = ([title, path, name]: (typeof flows)[number]): string => {
  const steps = stepsOf(`src/pipelines/${path}.ts`, name)
  if (steps.length < 2) throw new Error(`${name} has no steps that scripts/docs/parts/flows.ts finds`)
  const chain = steps.map((_, at) => `s${at}`).join(" --> ")
  return [
    `### ${title}`,
    `\`src/pipelines/${path}.ts\``,
    `\`\`\`mermaid\n${["flowchart TD", ...steps.map(stepLine), `  ${chain}`].join("\n")}\n\`\`\``
  ].join("\n\n")
}

const allowed = table(
  ["room", "may import", "touches the world"],
  rooms.map(({ name, rooms: others, world }) => [
    name,
    others.filter((other) => other !== name).join(", ") || "nothing of ours",
    world ? "yes" : "no"
  ])
)

const text = `# Architecture

## Rooms

The source is in rooms; lint refuses an import that the table does not allow (\`scripts/lint/rooms.ts\`). An arrow is an import
that there is, of types too. Who comes from outside enters by the roots: the package's entries and the main file
of the program. [The map](map.md) says what each folder is for.

\`\`\`mermaid
${picture}
\`\`\`

${allowed}

## Flows

The steps of the main pipelines in the order in which their source has them, each with the services that it asks. Some are
left out where there is nothing to do. At a hexagon the change is committed: before it everything is undone on failure,
interruption and crash, after it nothing is ([transactions](explanation/transactions.md)).

${flows.map(flowOf).join("\n\n")}
`

export const render = async (): Promise<string> =>
  page("scripts/docs/architecture.ts from scripts/lint/rooms.ts and the imports of src", text)
