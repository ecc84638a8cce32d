/**
 * Imports one module and tells, as JSON, what it did to the world beside loading: calls of files, sockets, programs and
 * timers made by code (Node's own loader has no frame of ours), listeners, new globals, and what keeps the process alive.
 */
import childProcess from "node:child_process"
import dns from "node:dns"
import fs from "node:fs"
import http from "node:http"
import https from "node:https"
import { syncBuiltinESMExports } from "node:module"
import net from "node:net"
import tls from "node:tls"
import workers from "node:worker_threads"

const [target] = process.argv.slice(2)
const did = []

/** A frame of a module that is no part of Node and not this probe. */
const isOurs = (line) => /file:\/\//u.test(line) && !line.includes("importProbe.mjs")

const watch = (owner, name, label) => {
  const real = owner[name]
  if (typeof real !== "function") return
  const watched = function (...given) {
    const stack = (new Error().stack ?? "").split("\n").slice(2)
    const by = stack.find(isOurs)
    if (by !== undefined) did.push(`${label}.${name}${by.trimEnd()}`)
    return new.target === undefined ? Reflect.apply(real, this, given) : Reflect.construct(real, given)
  }
  Object.assign(watched, real)
  watched.prototype = real.prototype
  try {
    owner[name] = watched
  } catch {
    // A getter without a setter is nothing that a module calls by itself.
  }
}

const named = (owner, pattern) => Object.keys(owner).filter((name) => pattern.test(name))

for (const [owner, label, pattern] of [
  [fs, "fs", /^[a-z]/u],
  [fs.promises, "fs.promises", /^[a-z]/u],
  [childProcess, "child_process", /^(?:exec|fork|spawn)/u],
  [dns, "dns", /^(?:lookup|resolve)/u],
  [dns.promises, "dns.promises", /^(?:lookup|resolve)/u],
  [net, "net", /^(?:connect|create)/u],
  [tls, "tls", /^(?:connect|createServer)/u],
  [http, "http", /^(?:request|get|createServer)$/u],
  [https, "https", /^(?:request|get|createServer)$/u],
  [workers, "worker_threads", /^Worker$/u],
  [process, "process", /^(?:on|once|addListener|prependListener|chdir|umask|exit|kill)$/u]
])
  for (const name of named(owner, pattern)) watch(owner, name, label)
for (const name of ["on", "once", "addListener", "prependListener"]) watch(process, name, "process")
for (const name of ["setTimeout", "setInterval", "setImmediate", "queueMicrotask", "fetch"])
  watch(globalThis, name, "globalThis")
syncBuiltinESMExports()

/** Where Effect keeps the fiber that runs: a mark of its own, left by a fiber that has ended. */
const isEffects = (name) => name.startsWith("~effect/")

const state = () => ({
  globals: Reflect.ownKeys(globalThis)
    .map(String)
    .filter((name) => !isEffects(name)),
  listeners: process.eventNames().map((name) => `${String(name)} ${process.listenerCount(name)}`),
  env: JSON.stringify(process.env),
  alive: process.getActiveResourcesInfo().toSorted()
})

const before = state()
await import(target)
const after = state()

const added = (name) => after[name].filter((one) => !before[name].includes(one))
process.stdout.write(
  JSON.stringify({
    did,
    globals: added("globals"),
    listeners: added("listeners"),
    env: before.env === after.env ? [] : ["changed"],
    alive: added("alive")
  })
)
