import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { execFileSync } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs"
import { fetched } from "../../support/gitEngine.ts"
import { Forge, onEngine } from "../../support/gitForge.ts"
import { shelf } from "../../support/gitServer.ts"

/** A program that leaves a word when anybody starts it. */
const trap = (folder: string) => {
  const [program, sentinel] = [`${folder}/trap`, `${folder}/sprung`]
  writeFileSync(program, `#!/bin/sh\necho "$0 $*" >>'${sentinel}'\ncat\n`)
  chmodSync(program, 0o755)
  return { program, isSprung: () => existsSync(sentinel) }
}

const hooks = [
  "post-checkout",
  "reference-transaction",
  "post-index-change",
  "pre-auto-gc",
  "fsmonitor-watchman"
]

/** Every way that a configuration makes git run something, and one that leads it elsewhere. */
const evilConfig = (program: string, folder: string): string => `
[core]
	hooksPath = ${folder}/hooks
	fsmonitor = ${program}
	sshCommand = ${program}
	askPass = ${program}
	gitProxy = ${program}
	alternateRefsCommand = ${program}
	pager = ${program}
	attributesFile = ${folder}/attributes
[filter "evil"]
	smudge = ${program}
	clean = ${program}
	process = ${program}
[filter "lfs"]
	smudge = ${program}
	process = ${program}
	required = true
[credential]
	helper = ${program}
[uploadpack]
	packObjectsHook = ${program}
[init]
	templateDir = ${folder}/template
[http]
	followRedirects = true
	sslVerify = false
[url "https://localhost:1/"]
	insteadOf = https://localhost
[url "file://${folder}/"]
	insteadOf = file://
[submodule]
	recurse = true
`

const plant = (folder: string) => {
  const made = trap(folder)
  for (const place of ["hooks", "template/hooks", "home/.config/git", "checkout/.git/hooks"])
    mkdirSync(`${folder}/${place}`, { recursive: true })
  const config = evilConfig(made.program, folder)
  for (const place of ["home/.gitconfig", "home/.config/git/config", "checkout/.git/config"])
    writeFileSync(`${folder}/${place}`, config)
  writeFileSync(`${folder}/home/.netrc`, "default login ada password hush\n")
  writeFileSync(`${folder}/attributes`, "* filter=evil\n")
  for (const hook of hooks)
    for (const place of ["hooks", "template/hooks", "checkout/.git/hooks"]) {
      writeFileSync(`${folder}/${place}/${hook}`, `#!/bin/sh\n'${made.program}' ${hook}\n`)
      chmodSync(`${folder}/${place}/${hook}`, 0o755)
    }
  const { program } = made
  const variables = {
    HOME: `${folder}/home`,
    XDG_CONFIG_HOME: `${folder}/home/.config`,
    GIT_CONFIG_GLOBAL: `${folder}/home/.gitconfig`,
    GIT_DIR: `${folder}/checkout/.git`,
    GIT_SSH_COMMAND: program,
    GIT_ASKPASS: program,
    SSH_ASKPASS: program,
    GIT_PROXY_COMMAND: program,
    GIT_EXTERNAL_DIFF: program,
    GIT_PAGER: program,
    GIT_TEMPLATE_DIR: `${folder}/template`,
    GIT_TRACE: `${folder}/sprung`,
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "core.fsmonitor",
    GIT_CONFIG_VALUE_0: program
  }
  return { ...made, variables }
}

const files = {
  "capability.json": "{}",
  ".gitattributes": "* filter=evil\nlfs filter=lfs\n",
  ".gitconfig": "[core]\n\tfsmonitor = hooks/post-checkout\n",
  "hooks/post-checkout": { run: "#!/bin/sh\nexit 1\n" },
  lfs: "kept as it is\n"
}

layer(Forge.layer, { excludeTestServices: true })(
  "nothing of a repository or of the user's git is run",
  (it) => {
    it.effect(
      "from hooks, filters, monitors, LFS, helpers, templates and configurations, of any server",
      () =>
        Effect.gen(function* () {
          const { make, root, url } = yield* Forge
          const folder = yield* shelf
          const { isSprung, program, variables } = plant(folder)
          const repo = make("sentinel")
          repo.commit(files)
          writeFileSync(`${repo.folder}/config`, `${evilConfig(program, folder)}[core]\n\tbare = true\n`)
          for (const hook of hooks) {
            writeFileSync(`${repo.folder}/hooks/${hook}`, `#!/bin/sh\n'${program}'\n`)
            chmodSync(`${repo.folder}/hooks/${hook}`, 0o755)
          }
          const mirror = `${folder}/mirror/git.example`
          mkdirSync(mirror, { recursive: true })
          execFileSync("cp", ["-R", repo.folder, `${mirror}/r.git`])
          const overHttps = yield* onEngine(fetched(`${url}/sentinel.git`), { variables })
          assert.strictEqual(overHttps.texts["lfs"], "kept as it is\n")
          const network = { mirror: `file://${folder}/mirror` }
          const overFile = yield* onEngine(fetched("https://git.example/r.git"), { variables, network })
          assert.deepStrictEqual(overFile.texts, overHttps.texts)
          assert.isFalse(isSprung())
          // The trap works: a clone as anybody would make it springs it.
          const cloned = Effect.try(() =>
            execFileSync(
              "git",
              [
                "-c",
                "filter.evil.required=true",
                "clone",
                "--quiet",
                `${root}/sentinel.git`,
                `${folder}/clone`
              ],
              {
                env: { PATH: process.env["PATH"], HOME: `${folder}/home` },
                stdio: "ignore"
              }
            )
          )
          yield* Effect.ignore(cloned)
          assert.isTrue(isSprung())
        }).pipe(Effect.scoped)
    )
  }
)
