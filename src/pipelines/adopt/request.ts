import * as Effect from "effect/Effect"
import { AdoptionRefused } from "../../domain/adopt/errors.ts"
import type { PublicBundle } from "../../domain/adopt/marked.ts"
import { adoptionNotes, planAdoption, type FolderSeen } from "../../domain/adopt/planAdoption.ts"
import { planTakeover } from "../../domain/adopt/planTakeover.ts"
import { publicPlaces } from "../../domain/adopt/places.ts"
import type { Recorded } from "../../domain/adopt/recorded.ts"
import type { Adoption } from "../../domain/adopt/report.ts"
import { recordedSource } from "../../domain/adopt/recordedSource.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import { Environment } from "../../services/Environment.ts"
import { Ledger } from "../../services/Ledger.ts"
import type { ProjectFiles } from "../../services/ProjectFiles.ts"
import type { Requested } from "../install/stages.ts"
import { agreedContent } from "../trustAdd.ts"
import { publicFiles, readPublic } from "./bundle.ts"
import type { PublicLedger } from "./ledger.ts"
import { folderSeen } from "./folder.ts"
import { takenAway } from "./rest.ts"
import { settingsSeen } from "./settings.ts"
import { copiesSeen } from "./skills.ts"

/** What every adoption of one run has in common. */
export interface AdoptContext extends Pick<Requested, "scope" | "wait"> {
  readonly ledger: PublicLedger
  /** Folders that hosts read skills from. */
  readonly skillRoots: ReadonlyArray<string>
}

/** An id of which gsd has a record has one place it comes from already. */
const checkFree = Effect.fnUntraced(function* (scope: LedgerScope, id: string) {
  const ledgers = yield* Ledger
  if (!(yield* ledgers.read(scope)).entries.has(id)) return
  return yield* new AdoptionRefused({
    id,
    reason: "gsd has installed a capability of this id already",
    hint: `Remove one of the two: with the public system, or with \`gsd capability remove ${id}\` and adopt then`
  })
})

const agreedOf = Effect.fnUntraced(function* (scope: LedgerScope, id: string) {
  const agreed = scope.kind === "project" ? yield* agreedContent(scope, id) : undefined
  return agreed === undefined ? {} : { agreed }
})

/** The bundle with each spelling of its folder: the public system writes the home as the environment names it. */
const bundleOf = Effect.fnUntraced(function* (root: string, id: string, manifest: PublicBundle["manifest"]) {
  const { home, variables } = yield* Environment
  const roots = [root, variables.get("GSD_HOME") ?? "", home].filter((one) => one !== "")
  return {
    id,
    manifest,
    folders: [...new Set(roots.map((one) => publicPlaces(one).folder(id)))]
  } satisfies PublicBundle
})

const shared: FolderSeen = { _tag: "Shared" }

/** The install that an entry of the public system's ledger is adopted by, and what is told beside its receipt. */
export const adoptRequest = Effect.fn("adopt.request")(function* (context: AdoptContext, recorded: Recorded) {
  const { ledger, scope, wait } = context
  const { root } = ledger
  const { id } = recorded
  yield* checkFree(scope, id)
  const source = yield* Effect.fromResult(recordedSource(recorded.source, root))
  const found = yield* publicFiles(root, recorded)
  const { files, folder, manifest } = found
  const bundle = yield* bundleOf(root, id, manifest)
  const settings = yield* settingsSeen(recorded.settings, { scope, root }, bundle)
  const seen = scope.kind === "project" ? shared : yield* folderSeen(folder)
  const plan = planAdoption({ folder, seen, settings })
  const skills = yield* copiesSeen(context.skillRoots, { id, files })
  const going = [...plan.going, ...skills.same]
  const gone = going.map((one) => one.folder)
  const said = adoptionNotes({ folder, ledger: ledger.path }, gone)
  const services = yield* Effect.context<ProjectFiles>()
  const requested: Requested = {
    op: "install",
    spec: source.spec,
    scope,
    wait,
    expectedId: id,
    replace: false,
    allowDowngrade: false,
    wire: plan.wire,
    ...(yield* agreedOf(scope, id)),
    supplied: {
      canonical: source.spec,
      ...(source.resolved === undefined ? {} : { resolved: source.resolved }),
      files,
      read: (path) => Effect.provide(readPublic(found, root, path), services),
      notes: [...said, ...source.notes, ...plan.notes]
    },
    takeover: { planFile: planTakeover(bundle), rest: yield* takenAway(root, recorded, going) }
  }
  const adoption: Adoption = { source: source.spec, gone, kept: [...plan.kept, ...skills.other], said }
  return { requested, adoption }
})
