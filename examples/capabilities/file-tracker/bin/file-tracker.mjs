#!/usr/bin/env node
// Prints what `.planning/tracker/<id>.json` of the current project says of a task, as gsd reads it.
import { readFileSync } from "node:fs"

/** Ends with a sentence on stderr, which gsd shows. */
const refuse = (sentence) => {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

const [, , , id = ""] = process.argv

// The id comes from a plan, which others write: it names a file of the folder and nothing else.
if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,100}$/u.test(id)) refuse(`"${id}" is no id of this tracker`)

const place = `.planning/tracker/${id}.json`

const issueAt = (path) => {
  try {
    return JSON.parse(readFileSync(path, "utf8"))
  } catch (error) {
    return refuse(error.code === "ENOENT" ? `There is no ${path}` : `${path} cannot be read: ${error.message}`)
  }
}

const issue = issueAt(place)

process.stdout.write(
  JSON.stringify({
    description: issue.what,
    verify: issue.check ?? null,
    acceptance_criteria: issue.accept ?? [],
    read_first: [place, ...(issue.read ?? [])],
    done: issue.done ?? null
  })
)
