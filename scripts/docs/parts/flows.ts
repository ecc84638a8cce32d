import { modules, type Module } from "./imports.ts"

/** One step of a pipeline: what is called, where it is, and the services that it asks. */
export interface Step {
  readonly name: string
  readonly file: string
  readonly services: ReadonlyArray<string>
  /** Whether it is the step after which nothing is undone any more. */
  readonly isCommit: boolean
}

const own = /^(?:export )?const (\w+) = /gmu

/** Texts of the top-level constants of a module. */
const bodiesOf = (text: string): ReadonlyMap<string, string> => {
  const starts = [...text.matchAll(own)]
  return new Map(
    starts.map(({ 1: name = "", index }, at) => [name, text.slice(index, starts[at + 1]?.index)] as const)
  )
}

/** Place after the bracket that closes the one at `open`. */
const endOf = (text: string, open: number): number => {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === "(") depth++
    if (text[at] === ")" && --depth === 0) return at
  }
  return text.length
}

/** What a body waits for, in the order in which it is done: a call after the calls among its arguments. */
const callsIn = (body: string): ReadonlyArray<string> =>
  [...body.matchAll(/\byield\* (?:Effect\.exit\(|restore\()*([\w.]+)(\()?/gu)]
    .map(({ 0: whole, 1: name = "", 2: bracket, index }) => ({
      name,
      end: bracket === undefined ? index + whole.length : endOf(body, index + whole.length - 1)
    }))
    .toSorted((a, b) => a.end - b.end)
    .map(({ name }) => name)

const servicesOf = (module: Module | undefined): ReadonlyArray<string> => {
  const direct = [...(module?.imports ?? [])].flatMap(([file, names]) =>
    file.startsWith("src/services/") ? names : []
  )
  return [...new Set(direct)].filter((name) => name !== "Progress").toSorted()
}

/** The services of a step, or of the modules that it is made of where it asks none itself. */
const servicesAt = (file: string): ReadonlyArray<string> => {
  const module = modules.get(file)
  const direct = servicesOf(module)
  if (direct.length > 0) return direct
  const below = [...(module?.imports.keys() ?? [])].filter((name) => name.startsWith("src/pipelines/"))
  return [...new Set(below.flatMap((name) => servicesOf(modules.get(name))))].toSorted()
}

const locks = { "transactions.begin": false, "transaction.commit": true } as const

const isLock = (name: string): name is keyof typeof locks => Object.hasOwn(locks, name)

/** The steps of a function of a pipeline, those of functions beside it and of what holds the lock put in. */
export const stepsOf = (file: string, name: string): ReadonlyArray<Step> => {
  const module = modules.get(file)
  const bodies = bodiesOf(module?.text ?? "")
  const body = bodies.get(name)
  if (module === undefined || body === undefined) throw new Error(`${file} has no ${name}`)
  const from = new Map(
    [...module.imports].flatMap(([path, names]) =>
      path.startsWith("src/pipelines/") ? names.map((one) => [one, path] as const) : []
    )
  )
  return callsIn(body).flatMap((called): ReadonlyArray<Step> => {
    if (isLock(called)) {
      const service = modules.get("src/services/Transaction.ts")
      if (service === undefined) throw new Error("src/services/Transaction.ts is gone")
      const step = called === "transactions.begin" ? "begin" : "commit"
      return [{ name: step, file, services: ["Transaction"], isCommit: locks[called] }]
    }
    if (bodies.has(called) && called !== name) return stepsOf(file, called)
    const path = from.get(called)
    if (path === undefined) return []
    if (modules.get(path)?.text.includes("transactions.begin(") === true) return stepsOf(path, called)
    return [{ name: called, file: path, services: servicesAt(path), isCommit: false }]
  })
}
