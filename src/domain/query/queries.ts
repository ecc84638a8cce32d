/** What a query is, for those who ask it. Texts are Markdown without a final period. */
export interface QueryText {
  /** What it asks, as a question. */
  readonly about: string
  /** Files and settings that it reads. */
  readonly needs: ReadonlyArray<string>
  /** When `block` is true. */
  readonly blocks: string
  /** When it is false although nothing was judged, or not all. */
  readonly skips: string
  /** Members of `details`. */
  readonly details: ReadonlyArray<readonly [name: string, meaning: string]>
}

const changed: QueryText["details"] = [
  ["changes_from", "`history` when git knew, `plans` when the files are those that carried out plans name"],
  ["since", "commit from which on changes count; null without one"],
  ["note", "why git does not tell, or what of its history is cut off; absent when all is known"]
]

const skip: QueryText["details"] = [
  ["skipped", "whether there was nothing to judge"],
  ["reason", "why; absent otherwise"]
]

/** The closed table of queries. */
export const queries = {
  "ui.plan-gate": {
    about: "Does a phase with a user interface have its contract, UI-SPEC.md?",
    needs: [
      "CONTEXT.md, PLAN.md and the section of `.planning/ROADMAP.md` of the phase; fences, comments and what stands under headings of what is left out are not read",
      "`frontend: true|false` in the front matter of CONTEXT.md, else a line `UI hint: yes|no` in the section: either decides alone"
    ],
    blocks:
      "the phase has a user interface and neither its folder nor `.planning` holds a UI-SPEC.md. It has one when it says so, when one strong word stands in the texts, two different weak ones do, or a plan names a file of a user interface. A word behind `no`, `not` or `without` does not count",
    skips: "no text says what the phase is about; nothing then speaks of a user interface",
    details: [
      ["frontend", "whether the phase has a user interface"],
      ["hasFrontendEvidence", "whether the texts speak of one"],
      ["statedFrontend", "what the project says itself; null when it says nothing"],
      ["hasUiSpec", "whether there is a contract"],
      ["uiSpecPath", "where; null without one"],
      ["matchedToken", "the word that decided; null without one"],
      ["matchedPath", "the file it stands in"],
      ["matchedLine", "and the line, from 1"],
      ["evidence", "the first 50 words with their places and weights"],
      ["read", "the files that were read"]
    ]
  },
  "ui.safety-gate": {
    about: "Do files of the user interface change only under a contract that is approved and settled?",
    needs: [
      "UI-SPEC.md: `status` of its front matter, and what in it is open: boxes that are neither ticked nor struck (prohibitions too), lines with `TBD`, `TBC`, `???` or `[NEEDS CLARIFICATION`, and items under a heading of open questions",
      "git: files changed since the phase began, what is not committed included; without it, `files_modified` of the plans that have a summary"
    ],
    blocks:
      "there is a UI-SPEC.md whose status is not `approved` or in which something is open, and a file of a user interface has changed, or nobody can tell what has",
    skips: "there is no UI-SPEC.md. The look of what was built is not judged",
    details: [
      ["hasUiSpec", "whether there is a contract"],
      ["uiSpecPath", "where; null without one"],
      ["status", "what its front matter says; null when nothing"],
      ["approved", "whether that is `approved`"],
      ["openItems", "the first 50 open items with their lines"],
      ["openCount", "how many there are"],
      ["uiFiles", "the first 50 changed files of a user interface"],
      ["uiFileCount", "how many there are"],
      ...changed,
      ...skip
    ]
  },
  "verify.codebase-drift": {
    about: "Does the map of the codebase still show what is there?",
    needs: [
      "`.planning/codebase/*.md`, one of which says `last_mapped_commit` in its front matter",
      "git: files of that commit, and those of now that are not ignored",
      "`workflow.drift_threshold` (3) and `workflow.drift_action` (`warn`)"
    ],
    blocks:
      "at least `workflow.drift_threshold` elements are new and in no map. An element is a file or folder at the root of the project, or a folder in one of those; a new folder counts once",
    skips: "there is no map, no git, or the maps name no commit that the repository has",
    details: [
      ["drift_detected", "whether it blocks"],
      ["threshold", "of how many elements on"],
      ["action", "`warn` or `auto-remap`"],
      ["remap", "whether the map is to be made again without asking"],
      ["last_mapped_commit", "the commit of the map"],
      ["maps", "its files"],
      ["new_count", "how many elements are new"],
      ["unmapped_count", "how many of them are in no map"],
      ["unmapped", "the first 50 of them: `kind` and `path`"],
      ...skip
    ]
  },
  "verify.context-drift": {
    about: "Is what CONTEXT.md counts on still as it was when it was written?",
    needs: [
      "CONTEXT.md: paths in inline code or links, names of code in inline code, ids of requirements",
      "git: the commit that changed it last, and cited files then and now; `.planning/REQUIREMENTS.md` likewise",
      "`workflow.context_drift_action` (`warn`)"
    ],
    blocks:
      "`workflow.context_drift_action` is `block`, and a cited file that was there is gone or has changed, a name that stood in such a file stands in none of them now, or a cited requirement is no longer in REQUIREMENTS.md. Files that were never there are planned, not gone",
    skips: "there is no CONTEXT.md. Without git only cited paths that are missing are told",
    details: [
      ["drift_detected", "whether something is not as it was, whatever the action"],
      ["action", "`warn` or `block`"],
      ["context", "the file"],
      ["since", "the commit that changed it last; null without one"],
      ["note", "why there is none; absent otherwise"],
      ["cited", "how many paths it cites"],
      ["vanished", "the first 50 that are gone, with their lines"],
      ["changed", "the first 50 that have changed"],
      ["symbols", "the first 50 names of code that are gone"],
      ["requirements", "the first 50 requirements that are gone"],
      ...skip
    ]
  },
  "verify.schema-drift": {
    about: "Was a database schema that changed in the phase brought to a database?",
    needs: [
      "git: files changed since the phase began, what is not committed included; without it, `files_modified` of the plans that have a summary",
      "SUMMARY.md of each plan of the phase: lines that tell of a push or migration",
      "the variable `GSD_SKIP_SCHEMA_CHECK`: `true` skips it"
    ],
    blocks:
      "a schema file of a known ORM has changed and no summary has a line with that ORM's command. A line that says that it was not run, is to be run or failed is no evidence, nor is one in a comment; one in a fence is",
    skips: "`GSD_SKIP_SCHEMA_CHECK` is `true`",
    details: [
      ["drift_detected", "whether it blocks"],
      ["blocking", "the same"],
      ["schema_files", "the first 50 schema files that changed"],
      ["schema_file_count", "how many there are"],
      ["orms", "whose they are"],
      ["unpushed_orms", "those of them without evidence"],
      ["evidence", "the first 50 lines that are evidence"],
      ["message", "as in the answer"],
      ...changed,
      ...skip
    ]
  },
  "gap-analysis.plan-post": {
    about: "Does some plan take up each requirement and decision of the phase?",
    needs: [
      "`Requirements:` in the section of `.planning/ROADMAP.md`, and rows of `.planning/REQUIREMENTS.md` that give a requirement to the phase; for the project as a whole, its open requirements",
      "CONTEXT.md: decisions `D-01` at the beginning of an item, unless they are deferred or left to the agent",
      "each PLAN.md of the phase"
    ],
    blocks: "a requirement or decision is named by no plan, neither in its front matter nor in its text",
    skips: "nothing names a requirement or decision",
    details: [
      ["asked", "how many there are"],
      ["covered", "how many of them a plan names"],
      ["gaps", "the first 50 that none names: `id`, `kind` and `path`"],
      ["gap_count", "how many there are"],
      ["claimed_only", "ids that stand only in the front matter of plans"],
      ["rows", "the first 500 ids with the plans that name them"],
      ["plans", "the plans"]
    ]
  },
  "tdd.review-checkpoint": {
    about: "Do plans that are done test first show a failing test before the code?",
    needs: [
      'each PLAN.md with `type: tdd`, `tdd: true` or a task with `tdd="true"`, and its SUMMARY.md, which says that it is done',
      "git: commits that name the plan, such as `test(03-01): …` and `feat(03-01): …`"
    ],
    blocks:
      "a plan that is done has no `test(…)` commit, no `feat(…)` or `fix(…)` commit, or the latter before the former. A `refactor(…)` commit is not asked for. Whether the test failed at its commit is not run",
    skips: "no such plan is done. Without git it blocks, since nothing is shown",
    details: [
      ["plans", "the first 50 plans that are done, with commits `red`, `green`, `refactor` and `problem`"],
      ["violations", "the first 50 of those with a problem"],
      ["violation_count", "how many there are"],
      ["pending", "plans that are not done"],
      ["note", "why there is no history; absent otherwise"],
      ...skip
    ]
  },
  "verify.extract-tests": {
    about: "What is there to confirm in a phase?",
    needs: [
      "each PLAN.md of the phase and its UAT.md: their checkpoints",
      "other Markdown files of the phase's folder, with a section `Tests`: what they add"
    ],
    blocks: "the phase has no PLAN.md and no UAT.md, so that nothing says what to confirm",
    skips: "never",
    details: [
      ["tests", "all of them, checkpoints first: `id`, `text`, `kind` and `source`"],
      ["checkpoints", "how many plans and UAT.md ask for; no artefact takes one away"],
      ["added", "how many artefacts add"],
      ["leftOut", "how many of theirs are too many"]
    ]
  },
  "phase.info": {
    about: "Where is the phase, and what does its folder hold?",
    needs: ["names of files in the folder of the phase"],
    blocks: "never",
    skips: "never",
    details: [
      ["number", "its number; empty for the project as a whole"],
      ["name", "name of its folder"],
      ["folder", "its folder, from the root of the project"],
      ["artifacts", "artefacts that are there, with their files"],
      ["files", "the first 50 names in the folder"]
    ]
  }
} as const satisfies Readonly<Record<string, QueryText>>

export type QueryName = keyof typeof queries

/** Names of all queries, in the order of the table. */
export const queryNames = Object.keys(queries) as ReadonlyArray<QueryName>

/** Tells whether a text is the name of a query. */
export const isQueryName = (text: string): text is QueryName => Object.hasOwn(queries, text)
