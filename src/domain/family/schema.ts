import * as Schema from "effect/Schema"
import { memberKinds, roleWords } from "./manifest.ts"

const about =
  (description: string) =>
  <S extends Schema.Top>(self: S): S["Rebuild"] =>
    self.annotateKey({ description })

const Text = Schema.String.check(Schema.isNonEmpty({ message: "must not be empty" }))

/** Most UTF-16 units of a line that is printed. Source: seed 001, mode catalog; family decisions B5. */
export const lineUnits = 200

/** One printed line. C1 controls and line separators are refused too. Source: seed 001; family decisions A4. */
export const Line = Text.check(
  Schema.isPattern(/^[^\p{Cc}\u2028\u2029]*$/u, { message: "must be one line without control characters" }),
  Schema.isMaxLength(lineUnits, { message: `must have at most ${lineUnits} characters` })
).annotate({ identifier: "Line", description: "One line of text" })

const relative = {
  absolute: Schema.isPattern(/^(?!\/|\\|[A-Za-z]:[\\/])/u, { message: "must be relative, not absolute" }),
  home: Schema.isPattern(/^(?!~)/u, { message: "must not start with `~`" }),
  inside: Schema.isPattern(/^(?![\s\S]*(?:^|[\\/])\.\.(?:[\\/]|$))/u, {
    message: "must stay inside: no `..` segment"
  })
}

/** Path of a file of the member. Source: seed 001, path-field rules. */
export const SkillPath = Text.check(relative.absolute, relative.home, relative.inside).annotate({
  identifier: "SkillPath",
  description: "Path of a file of the member, relative to its folder"
})

const ProjectPath = Schema.String.check(relative.absolute, relative.home, relative.inside).annotate({
  identifier: "ProjectPath",
  description: "Path relative to the project's root"
})

const HomePath = Schema.String.check(relative.absolute, relative.inside).annotate({
  identifier: "InstallPath",
  description: "Folder of the installed member; `~/` is the home directory"
})

const nullable = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

const named = (name: RegExp, message: string) => Schema.String.check(Schema.isPattern(name, { message }))

const VariableName = named(/^[A-Z][A-Z0-9_]*$/u, "must be an environment variable in upper snake case")

/** A callable role; `modes`, `output` and `contract` are looked at by rules. Source: seed 001, roles. */
export const RoleShape = Schema.Struct({
  cmd: Text.pipe(about("Name of its wrapper on the PATH")),
  source: SkillPath.pipe(about("Script of the member behind `cmd`")),
  template: nullable(SkillPath).pipe(about("Prompt or template of the member")),
  modes: Schema.optionalKey(Schema.Unknown).pipe(about("Arms of its wrapper")),
  output: Schema.optionalKey(Schema.Unknown).pipe(about("What comes back")),
  contract: Schema.optionalKey(Schema.Unknown).pipe(about("How it is driven"))
}).annotate({ identifier: "Role", description: "A callable role" })

const shortestRetirement = 20

const settingFields = {
  key: VariableName.pipe(about("Environment variable, unique in the list")),
  default: Schema.NullOr(Schema.String).pipe(about("Value without any; null leaves it to the wrapper")),
  appliesTo: Schema.NonEmptyArray(Text).pipe(about("Commands of this manifest that apply it")),
  effect: Text.pipe(about("What it does")),
  retired: Schema.optionalKey(
    named(/^\s*\S[\s\S]{18,}\S\s*$/u, `must say why in at least ${shortestRetirement} characters`)
  ).pipe(about("Why it is only recognised any more"))
}

const safeInteger = Schema.Int

/** One typed key of the settings file. Source: seed 001, settings. */
export const SettingShape = Schema.Union([
  Schema.Struct({
    kind: Schema.tag("enum").pipe(about("One of `values`")),
    values: Schema.NonEmptyArray(Text).pipe(about("Its values, each once")),
    ...settingFields
  }),
  Schema.Struct({
    kind: Schema.tag("integer").pipe(about("Digits between `min` and `max`")),
    min: safeInteger.pipe(about("Least value")),
    max: safeInteger.pipe(about("Greatest value")),
    ...settingFields
  }),
  Schema.Struct({
    kind: Schema.tag("duration").pipe(about("A number and s, m, h or d, above zero")),
    ...settingFields
  }),
  Schema.Struct({ kind: Schema.tag("boolean").pipe(about("`0` or `1`")), ...settingFields })
])
  .pipe(Schema.toTaggedUnion("kind"))
  .annotate({ identifier: "Setting", description: "A typed key of the settings file" })

/** Host name, maybe of a whole family. Source: seed 001, network hosts; family facts 7. */
export const Host = named(
  /^(?:\*\.)?(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/u,
  "must be a dotted host name or `*.` and one: no scheme, path or port"
).annotate({ identifier: "Host", description: "A host, or `*.` and the family of hosts below it" })

/** Directory on the host. Source: seed 001, writable dirs; family facts 8. */
export const HostDirectory = Schema.String.check(
  Schema.isPattern(/^(?:~\/|\/)/u, { message: "must start with `~/` or `/`" }),
  Schema.isPattern(/^[^*?[\]]*$/u, { message: "must hold no glob" }),
  Schema.isPattern(/^[^\p{Cc}]*$/u, { message: "must hold no control characters" }),
  Schema.isPattern(/[^/]$/u, { message: "must not end with `/`" }),
  relative.inside
).annotate({ identifier: "HostDirectory", description: "Absolute directory, or one below `~/`" })

const WritableDirShape = Schema.Struct({
  env: Schema.NullOr(VariableName).pipe(about("Variable that moves it; null for none")),
  default: HostDirectory.pipe(about("Where it is otherwise"))
}).annotate({ identifier: "WritableDir", description: "A directory that the backend writes to" })

const lines = Schema.NonEmptyArray(Line)

const Operand = Schema.Struct({
  slot: Line.pipe(about("The placeholder as the form shows it")),
  required: Schema.Boolean.pipe(about("Whether the form needs it")),
  description: Line.pipe(about("What stands in its place"))
}).annotate({ identifier: "Operand", description: "A placeholder of an invocation form" })

const Guardrail = Schema.Struct({
  value: Line.pipe(about("What holds")),
  enforcement: Schema.Literals(["enforced", "advisory"]).pipe(about("By code, or asked for")),
  condition: Schema.optionalKey(Line).pipe(about("When it holds")),
  source: Line.pipe(about("Where the fact lives"))
}).annotate({ identifier: "Guardrail", description: "What bounds a mode" })

const InvocationRef = Schema.Struct({
  contractField: Schema.Literals(["invocations", "continue"]).pipe(about("List of the role's contract")),
  index: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).pipe(about("Place in it, from 0"))
}).annotate({ identifier: "InvocationRef", description: "A form of the role's contract" })

const modeFields = {
  purpose: Line.pipe(about("What it is for")),
  whenToUse: lines.pipe(about("When to reach for it")),
  whenNotTo: Schema.optionalKey(lines).pipe(about("When to reach for something else")),
  operands: Schema.optionalKey(Schema.NonEmptyArray(Operand)).pipe(about("Placeholders of its forms")),
  guardrails: Schema.optionalKey(Schema.NonEmptyArray(Guardrail)).pipe(about("What bounds it")),
  customHooks: Schema.optionalKey(Schema.NonEmptyArray(Schema.String)).pipe(
    about("Hooks that change it, as catalog keys")
  )
}

const ModeKey = Line.check(
  Schema.isPattern(/^[A-Za-z][A-Za-z0-9._-]*$/u, {
    message: "must be a letter, then letters, digits, `.`, `_` or `-`"
  })
)

const driven = {
  key: ModeKey.pipe(about("Unique name of the mode")),
  ...modeFields,
  role: Text.pipe(about("Declared role that it drives")),
  submode: Schema.optionalKey(Schema.String).pipe(about("Arm of the role's wrapper")),
  invocationRefs: Schema.optionalKey(Schema.NonEmptyArray(InvocationRef)).pipe(
    about("Its forms in the role's contract")
  ),
  descriptor: Schema.optionalKey(Line).pipe(about("Its form, where there is no contract"))
}

/** One entry of the mode catalog. Source: seed 001, mode catalog. */
export const ModeShape = Schema.Union([
  Schema.Struct({ kind: Schema.tag("primary").pipe(about("A mode that is driven directly")), ...driven }),
  Schema.Struct({ kind: Schema.tag("continuation").pipe(about("Goes on with another mode")), ...driven }),
  Schema.Struct({
    kind: Schema.tag("env-hook").pipe(about("A variable that changes other modes")),
    key: Line.check(
      Schema.isPattern(/^[A-Z][A-Z0-9_]*$/u, {
        message: "must be an environment variable in upper snake case"
      })
    ).pipe(about("The variable")),
    ...modeFields,
    parents: Schema.NonEmptyArray(Schema.String).pipe(about("Modes that it changes, as catalog keys")),
    descriptor: Line.pipe(about("Its form"))
  })
])
  .pipe(Schema.toTaggedUnion("kind"))
  .annotate({ identifier: "Mode", description: "A mode that a bridge offers" })

const Installed = Schema.Struct({
  env: nullable(Schema.String).pipe(about("Variable that names its folder")),
  default: nullable(HomePath).pipe(about("Its folder otherwise")),
  file: nullable(SkillPath).pipe(about("File that shows that it is there"))
}).annotate({ identifier: "Installed", description: "Where the member is installed" })

const Deployed = Schema.Struct({
  file: nullable(ProjectPath).pipe(about("File of a project that shows what was set up in it"))
}).annotate({ identifier: "Deployed", description: "What the member leaves in a project" })

/** Manifest of a family member, schema 1: its shape alone. Source: seed 001. */
export const FamilyManifest = Schema.Struct({
  family: Schema.Literal("agent-workflow").pipe(about("The family")),
  schema: Schema.Literal(1).pipe(about("Version of this form")),
  name: Text.pipe(about("Name of the skill")),
  kind: Schema.Literals(memberKinds).pipe(about("What the member is")),
  version: Text.pipe(about("Equals that of package.json, else of SKILL.md")),
  provides: Schema.Array(Schema.Literals(roleWords)).pipe(about("Roles it can take")),
  roles: Schema.Record(Schema.String, RoleShape).pipe(about("Callable roles, by name")),
  detect: nullable(
    Schema.Struct({ installed: nullable(Installed), deployed: nullable(Deployed) }).annotate({
      identifier: "Detect",
      description: "How it is found"
    })
  ).pipe(about("How it is found")),
  settings: nullable(Schema.Array(SettingShape)).pipe(about("Keys of the settings file")),
  networkHosts: nullable(Schema.NonEmptyArray(Host)).pipe(
    about("Hosts that the backend was seen to contact")
  ),
  writableDirs: nullable(Schema.NonEmptyArray(WritableDirShape)).pipe(
    about("Directories that the backend writes to")
  ),
  modeCatalog: Schema.optionalKey(Schema.NonEmptyArray(ModeShape)).pipe(about("Modes for users")),
  posture: Schema.optionalKey(
    Schema.Struct({
      model: Text.pipe(about("Model that runs")),
      effort: Schema.optionalKey(Text).pipe(about("How hard it thinks")),
      tier: Schema.optionalKey(Schema.NullOr(Text)).pipe(about("Service tier; null is the standard one"))
    }).annotate({ identifier: "Posture", description: "What the backend runs as" })
  ).pipe(about("What the backend runs as")),
  available: nullable(Schema.Boolean).pipe(about("False: declared, but not installed")),
  install: Schema.optionalKey(Schema.Unknown).pipe(about("How it is installed")),
  uninstall: Schema.optionalKey(Schema.Unknown).pipe(about("How it goes")),
  cost: Schema.optionalKey(Schema.Unknown).pipe(about("What it costs")),
  quota: Schema.optionalKey(Schema.Unknown).pipe(about("How much of it there is")),
  provenance: Schema.optionalKey(Schema.Unknown).pipe(about("Where it comes from"))
}).annotate({
  identifier: "FamilyManifest",
  description: "Manifest of a member of the agent-workflow family"
})
export type FamilyManifest = typeof FamilyManifest.Type
