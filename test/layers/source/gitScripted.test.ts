import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { AddressRefused } from "../../../src/domain/network/errors.ts"
import * as MemoryDisk from "../../../src/layers/disk/MemoryDisk.ts"
import { err, exit, out, wait, type Script } from "../../../src/layers/spawner/script.ts"
import { SpawnerCalls, type SpawnerCall } from "../../../src/layers/spawner/SpawnerCalls.ts"
import * as SpawnerScripted from "../../../src/layers/spawner/SpawnerScripted.ts"
import { Http, type Route } from "../../../src/services/Http.ts"
import { engineOver, environmentFixed, lockMemory } from "../../../src/testing.ts"
import * as DurableMemory from "../../../src/layers/disk/DurableMemory.ts"
import * as ConsentGateFixed from "../../../src/layers/consent/ConsentGateFixed.ts"
import { install } from "../../../src/pipelines/install.ts"
import { requestOf } from "../../support/engine.ts"
import { fetched, resolved } from "../../support/gitEngine.ts"

const commit = "0123456789abcdef0123456789abcdef01234567"
const file = "89abcdef0123456789abcdef0123456789abcdef"

/** A network in which every host is reached in one way. */
const httpBy = (route: Effect.Effect<Route, AddressRefused>) =>
  Layer.succeed(
    Http,
    Http.of({ stream: () => Effect.die("no stream"), read: () => Effect.die("no read"), route: () => route })
  )

const isRun =
  (word: string) =>
  ({ args }: SpawnerCall) =>
    args.includes(word)

const refs = `ref: refs/heads/main\tHEAD\n${commit}\tHEAD\n${commit}\trefs/heads/main\n${commit}\trefs/tags/v1\n`

/** A git that has one commit with one file. */
const goodGit: ReadonlyArray<Script> = [
  { name: "ls-remote", when: isRun("ls-remote"), steps: () => [out(refs), exit(0)] },
  { name: "init", when: isRun("init"), steps: () => [exit(0)] },
  { name: "fetch", when: isRun("fetch"), steps: () => [exit(0)] },
  { name: "rev-parse", when: isRun("rev-parse"), steps: () => [out(`${commit}\n`), exit(0)] },
  {
    name: "ls-tree",
    when: isRun("ls-tree"),
    steps: () => [out(`100644 blob ${file}       2\ta b\0`), exit(0)]
  },
  { name: "cat-file", when: isRun("cat-file"), steps: () => [out(`${file} blob 2\nhi\n`), exit(0)] }
]

interface Scene {
  readonly route?: Effect.Effect<Route, AddressRefused>
  readonly scripts?: ReadonlyArray<Script>
  readonly variables?: Readonly<Record<string, string>>
}

const outer = {
  PATH: "/usr/bin",
  HOME: "/home/ada",
  GIT_TRACE: "1",
  SSH_AUTH_SOCK: "/run/agent",
  GIT_DIR: "/x"
}

const direct = (url: string, ...addresses: ReadonlyArray<string>) =>
  Effect.succeed<Route>({ _tag: "Direct", url, addresses })

const engine = ({
  route = direct("https://h/r.git", "192.0.2.1"),
  scripts = goodGit,
  variables = {}
}: Scene) => {
  const spawner = SpawnerScripted.layerWith({ scripts })
  const disk = MemoryDisk.make({ directories: ["/home/ada"], files: { "/ca.pem": "CERTIFICATE" } })
  return ConsentGateFixed.layerWith({ yes: true }).pipe(
    Layer.provideMerge(engineOver({ lock: lockMemory, http: httpBy(route), spawner })),
    Layer.provideMerge(spawner),
    Layer.provideMerge(
      Layer.merge(DurableMemory.layerOn(disk), environmentFixed({ variables: { ...outer, ...variables } }))
    )
  )
}

const calls = Effect.flatMap(SpawnerCalls, ({ all }) => all)

/** Settings among the arguments, and what follows them. */
const split = (args: ReadonlyArray<string>) => {
  const settings: Array<string> = []
  let at = 1
  for (; args[at] === "-c"; at += 2) settings.push(args[at + 1] ?? "")
  return { settings, rest: args.slice(at) }
}

const always = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.attributesFile=/dev/null",
  "core.excludesFile=/dev/null",
  "core.autocrlf=false",
  "core.eol=lf",
  "core.symlinks=false",
  "core.askPass=",
  "core.alternateRefsCommand=",
  "credential.helper=",
  "credential.interactive=false",
  "filter.lfs.smudge=",
  "filter.lfs.process=",
  "filter.lfs.required=false",
  "submodule.recurse=false",
  "fetch.recurseSubmodules=false",
  "fetch.fsckObjects=true",
  "fetch.unpackLimit=1",
  "transfer.fsckObjects=true",
  "transfer.bundleURI=false",
  "gc.auto=0",
  "maintenance.auto=false",
  "init.templateDir=",
  "http.followRedirects=false",
  "http.emptyAuth=false",
  "http.sslVerify=true",
  "http.saveCookies=false",
  "http.lowSpeedLimit=1",
  "http.lowSpeedTime=30",
  "protocol.version=2",
  "protocol.allow=never"
]

const clean = {
  PATH: "/usr/bin",
  HOME: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_ATTR_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
  GIT_ASKPASS: "",
  SSH_ASKPASS: "",
  SSH_ASKPASS_REQUIRE: "never",
  GCM_INTERACTIVE: "never",
  GIT_PROTOCOL_FROM_USER: "0",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_NO_LAZY_FETCH: "1",
  GIT_LITERAL_PATHSPECS: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_LFS_SKIP_SMUDGE: "1",
  GIT_ADVICE: "0",
  LC_ALL: "C"
}

const fetchWords = [
  "fetch",
  "--quiet",
  "--no-tags",
  "--no-recurse-submodules",
  "--no-auto-maintenance",
  "--no-write-fetch-head",
  "--depth=1",
  "--"
]

describe("the git that is run", () => {
  it.effect("gets these arguments and this environment, and nothing else", () =>
    Effect.gen(function* () {
      const got = yield* fetched("https://h/r.git#tag:v1")
      assert.deepStrictEqual(got.texts, { "a b": "hi" })
      const all = yield* calls
      const gitDir = all[1]?.directory ?? ""
      assert.match(gitDir, /^\/home\/ada\/\.gsd\/staging\/[0-9a-f]{16}\/git$/u)
      const local = [always, { ...clean, GIT_DIR: gitDir, GIT_ALLOW_PROTOCOL: "none" }, gitDir] as const
      const speaks = [
        ...always,
        "protocol.https.allow=always",
        "http.proxy=",
        "http.curloptResolve=h:443:192.0.2.1"
      ]
      const https = { ...clean, GIT_ALLOW_PROTOCOL: "https" }
      const said = all.map(({ args, command, directory, env }) => {
        const { rest, settings } = split(args)
        assert.strictEqual(command, "git")
        assert.strictEqual(args[0], "--no-pager")
        return [settings, env, directory, rest]
      })
      assert.deepStrictEqual(said, [
        [
          speaks,
          { ...https, GIT_DIR: "/dev/null" },
          "/",
          ["ls-remote", "--heads", "--tags", "--", "https://h/r.git"]
        ],
        [...local, ["init", "--quiet", "--bare", "--template=", "--", gitDir]],
        [
          speaks,
          { ...https, GIT_DIR: gitDir },
          gitDir,
          [...fetchWords, "https://h/r.git", `+${commit}:refs/gsd/wanted`]
        ],
        [...local, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${commit}^{commit}`]],
        [...local, ["ls-tree", "-r", "-l", "-z", "--full-tree", commit, "--"]],
        [...local, ["cat-file", "--batch"]]
      ])
      assert.deepStrictEqual(
        all.map(({ timeout }) => Duration.toSeconds(timeout)),
        [30, 60, 60, 60, 60, 60]
      )
      assert.strictEqual(all[5]?.stdin, `${file}\n`)
    }).pipe(Effect.provide(engine({})))
  )

  it.effect("asks for HEAD when nothing else is named, and nobody for a commit", () =>
    Effect.gen(function* () {
      assert.deepInclude(yield* resolved("https://h/r.git"), { resolved: commit, ref: "refs/heads/main" })
      assert.deepStrictEqual(split((yield* calls)[0]?.args ?? []).rest, [
        "ls-remote",
        "--symref",
        "--",
        "https://h/r.git",
        "HEAD",
        "refs/heads/*",
        "refs/tags/*"
      ])
      yield* resolved(`https://h/r.git#sha:${commit}`)
      yield* resolved("https://h/r.git#branch:main", { exactly: commit })
      assert.lengthOf(yield* calls, 1)
    }).pipe(Effect.provide(engine({})))
  )

  it.effect("is pinned to every address that was checked, and a literal one needs no pin", () =>
    Effect.gen(function* () {
      for (const [url, addresses, pin] of [
        [
          "https://h:8443/r.git",
          ["192.0.2.1", "2001:db8::1"],
          "http.curloptResolve=h:8443:192.0.2.1,[2001:db8::1]"
        ],
        ["https://192.0.2.1/r.git", ["192.0.2.1"], undefined],
        ["https://[2001:db8::1]/r.git", ["2001:db8::1"], undefined]
      ] as const) {
        const { settings } = yield* Effect.gen(function* () {
          yield* resolved("https://h/r.git")
          return split((yield* calls)[0]?.args ?? [])
        }).pipe(Effect.provide(engine({ route: direct(url, ...addresses) })))
        assert.strictEqual(
          settings.find((one) => one.startsWith("http.curloptResolve")),
          pin
        )
      }
    })
  )

  it.effect("gets credentials through its environment, never as an argument, and for their server only", () =>
    Effect.gen(function* () {
      const basic = (text: string) => `Authorization: Basic ${Buffer.from(text).toString("base64")}`
      const [authorization, ofMirror] = [basic("ada:hush hush"), basic("bob:hush hush")]
      for (const [url, env] of [
        ["https://h:8443/r.git", ["1", "http.https://h:8443/.extraHeader", authorization]],
        ["https://mirror.example/h/r.git", [undefined, undefined, undefined]],
        [
          "https://bob:hush%20hush@mirror.example/h/r.git",
          ["1", "http.https://mirror.example/.extraHeader", ofMirror]
        ]
      ] as const) {
        const [call] = yield* Effect.gen(function* () {
          const got = yield* fetched("https://ada:hush%20hush@h:8443/r.git#tag:v1")
          assert.strictEqual(got.resolved.canonical, "https://h:8443/r.git#tag:v1")
          assert.notInclude(JSON.stringify(got), "hush")
          const all = yield* calls
          for (const { args, stdin } of all) assert.notInclude(`${args.join(" ")}${stdin}`, "hush")
          for (const { args } of all) assert.notInclude(args.join(" "), "Basic")
          return all
        }).pipe(Effect.provide(engine({ route: direct(url, "192.0.2.1") })))
        assert.deepStrictEqual(
          [call?.env["GIT_CONFIG_COUNT"], call?.env["GIT_CONFIG_KEY_0"], call?.env["GIT_CONFIG_VALUE_0"]],
          [...env]
        )
      }
    })
  )

  it.effect("goes through a proxy whose credentials stay out of its arguments, and the plan says so", () =>
    Effect.gen(function* () {
      const got = yield* resolved("https://h/r.git")
      assert.match(got.notes?.join("") ?? "", /^via proxy: .*`h`/u)
      const [call] = yield* calls
      assert.notInclude(call?.args.join(" "), "proxy")
      assert.deepInclude(call?.env, {
        GIT_CONFIG_COUNT: "1",
        GIT_CONFIG_KEY_0: "http.proxy",
        GIT_CONFIG_VALUE_0: "http://ada:hush@proxy.example:3128/"
      })
    }).pipe(
      Effect.provide(
        engine({
          route: Effect.succeed<Route>({
            _tag: "Proxy",
            url: "https://h/r.git",
            proxy: Redacted.make("http://ada:hush@proxy.example:3128/")
          })
        })
      )
    )
  )

  it.effect("trusts the authorities of the environment beside the usual ones", () =>
    Effect.gen(function* () {
      yield* resolved("https://h/r.git")
      const [call] = yield* calls
      assert.match(call?.env["GIT_SSL_CAINFO"] ?? "", /^\/home\/ada\/\.gsd\/cache\/parts\/[0-9a-f]{16}$/u)
    }).pipe(Effect.provide(engine({ variables: { NODE_EXTRA_CA_CERTS: "/ca.pem" } })))
  )

  it.effect("speaks ssh with the user's agent, asking nobody", () =>
    Effect.gen(function* () {
      const got = yield* fetched("git@h:o/r.git#v1")
      assert.strictEqual(got.resolved.canonical, "ssh://git@h/o/r.git#tag:v1")
      const all = yield* calls
      for (const at of [0, 2]) {
        const { args = [], env } = all[at] ?? {}
        const { rest, settings } = split(args)
        assert.deepStrictEqual(settings, [...always, "protocol.ssh.allow=always"])
        assert.include(rest, "ssh://git@h/o/r.git")
        assert.strictEqual(rest[rest.indexOf("ssh://git@h/o/r.git") - 1], "--")
        assert.deepInclude(env, {
          GIT_ALLOW_PROTOCOL: "ssh",
          SSH_AUTH_SOCK: "/run/agent",
          GIT_SSH_VARIANT: "ssh",
          GIT_SSH_COMMAND:
            "ssh -a -x -o BatchMode=yes -o ConnectTimeout=15 -o ControlMaster=no -o ControlPath=none -o ClearAllForwardings=yes -o PermitLocalCommand=no"
        })
      }
      assert.notProperty(all[1]?.env, "SSH_AUTH_SOCK")
    }).pipe(Effect.provide(engine({ route: direct("ssh://git@h/o/r.git", "192.0.2.1") })))
  )
})

describe("no git is run", () => {
  it.effect("for what is an option, a helper, a command or another scheme (U28)", () =>
    Effect.gen(function* () {
      for (const spec of [
        "https://h/r.git#--upload-pack=touch${IFS}pwned",
        "https://h/r.git#-c core.x=y",
        "git:--upload-pack=/x.git",
        "https://h/r.git#a b",
        "https://h/r.git#a\nb",
        "ext::sh -c id",
        "ssh://%2doProxyCommand=id/r.git"
      ])
        assert.deepInclude(yield* Effect.flip(install(requestOf(spec))), { _tag: "SourceUnknown" }, spec)
      assert.isEmpty(yield* calls)
    }).pipe(Effect.provide(engine({})))
  )

  it.effect("for a host that may not be connected to, over https and over ssh", () =>
    Effect.gen(function* () {
      for (const spec of ["https://h/r.git", "ssh://git@h/r.git", `https://h/r.git#sha:${commit}`])
        assert.deepInclude(yield* Effect.flip(fetched(spec)), { _tag: "AddressRefused" })
      assert.isEmpty(yield* calls)
    }).pipe(
      Effect.provide(
        engine({
          route: Effect.fail(
            new AddressRefused({ url: "https://h/r.git", host: "h", reason: "is a loopback address" })
          )
        })
      )
    )
  )
})

const withGit = (name: string, steps: Script["steps"]): ReadonlyArray<Script> => [
  { name, when: isRun(name), steps },
  ...goodGit.filter((one) => one.name !== name)
]

describe("a git that fails", () => {
  for (const [word, limit, spec] of [
    ["ls-remote", 30, "https://h/r.git"],
    ["fetch", 60, `https://h/r.git#sha:${commit}`]
  ] as const)
    it.effect(`is ended after ${limit} seconds of ${word}`, () =>
      Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(Effect.flip(fetched(spec)))
        yield* TestClock.adjust(Duration.seconds(limit + 5))
        assert.deepInclude(yield* Fiber.join(fiber), {
          _tag: "SourceUnreachable",
          reason: `did not answer within ${limit} seconds`
        })
      }).pipe(Effect.provide(engine({ scripts: withGit(word, () => [wait(Duration.hours(1))]) })))
    )

  for (const [what, scripts, said] of [
    [
      "wants credentials",
      withGit("ls-remote", () => [
        err("fatal: could not read Username for 'https://h': terminal prompts disabled\n"),
        exit(128)
      ]),
      { _tag: "SourceUnreachable", hint: /credentials.*never holds any/u }
    ],
    [
      "is no repository",
      withGit("ls-remote", () => [err("fatal: repository 'https://h/r.git/' not found\n"), exit(128)]),
      { _tag: "SourceNotFound", hint: /private/u }
    ],
    [
      "answers with other text",
      withGit("ls-remote", () => [out("<html>\n"), exit(0)]),
      { _tag: "SourceUnreachable" }
    ],
    [
      "gives another commit",
      withGit("rev-parse", () => [out(`${file}\n`), exit(0)]),
      { _tag: "SourceRefused" }
    ],
    [
      "gives another file",
      withGit("cat-file", () => [out(`${commit} blob 2\nhi\n`), exit(0)]),
      { _tag: "SourceUnreachable" }
    ],
    [
      "gives half a file",
      withGit("cat-file", () => [out(`${file} blob 2\nh`), exit(0)]),
      { _tag: "SourceUnreachable" }
    ],
    [
      "has lost a file",
      withGit("cat-file", () => [out(`${file} missing\n`), exit(0)]),
      { _tag: "SourceUnreachable" }
    ],
    [
      "gives a file and fails",
      withGit("cat-file", () => [out(`${file} blob 2\nhi\n`), exit(1)]),
      { _tag: "SourceUnreachable" }
    ],
    ["lists a broken tree", withGit("ls-tree", () => [out("x\0"), exit(0)]), { _tag: "SourceUnreachable" }]
  ] as const)
    it.effect(`is told when it ${what}`, () =>
      Effect.gen(function* () {
        const failure = yield* Effect.flip(fetched("https://h/r.git"))
        assert.strictEqual(failure._tag, said._tag)
        if ("hint" in said) assert.match(Reflect.get(failure, "hint") as string, said.hint)
      }).pipe(Effect.provide(engine({ scripts })))
    )

  it.effect("is named when it is not installed", () =>
    Effect.gen(function* () {
      assert.deepInclude(yield* Effect.flip(fetched("https://h/r.git")), {
        _tag: "BinaryNotFound",
        command: "git"
      })
    }).pipe(Effect.provide(engine({ variables: { PATH: "" } })))
  )
})
