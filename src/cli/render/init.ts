import type { Scaffolded } from "../../domain/scaffold/scaffolded.ts"
import { padded, safe, widthOf, type View } from "./view.ts"

/** What was written, and the commands to go on with. */
export const renderInit = ({ files, id, next, path, role, schema }: Scaffolded, view: View): string => {
  const { bold, dim, green } = view.paint
  const width = Math.max(...next.map(({ command }) => widthOf(safe(command))))
  return [
    `${green("Created")} ${bold(safe(id))} ${dim(`(${role})`)} in ${safe(path)}`,
    ...files.map((file) => `  ${safe(file.path)}${file.executable ? dim(" (executable)") : ""}`),
    "",
    "Replace every `Edit me`, then:",
    ...next.map(({ command, does }) => `  ${padded(safe(command), width)}  ${dim(`# ${does}`)}`),
    ...(schema === null
      ? [
          "",
          "For completion in an editor: `gsd schema capability` prints the JSON Schema; the README says how"
        ]
      : [])
  ].join("\n")
}
