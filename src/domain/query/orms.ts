/** A way of keeping a database's schema in files, and what brings the files to a database. */
export interface Orm {
  readonly name: string
  /** Paths of its schema files. */
  readonly files: ReadonlyArray<RegExp>
  /** Paths of which one must be in the project, where the names of schema files alone say too little. */
  readonly beside?: RegExp
  /** Commands that bring the schema to a database; a line of a summary that tells of one is evidence. */
  readonly commands: ReadonlyArray<RegExp>
}

const code = "[cm]?[jt]s"

/** The table of them. Each pattern is linear in the text that it looks at. */
export const orms: ReadonlyArray<Orm> = [
  {
    name: "prisma",
    files: [/\.prisma$/u],
    commands: [/\bprisma (?:db push|migrate (?:dev|deploy|reset))\b/u]
  },
  {
    name: "drizzle",
    files: [
      /^drizzle\/.{0,300}\.sql$/su,
      new RegExp(`(?:^|/)(?:db|database|drizzle)/(?:.{1,200}/)?schema(?:/[^/]{1,200})?\\.${code}$`, "su"),
      new RegExp(`(?:^|/)schema/[^/]{1,200}\\.${code}$`, "u")
    ],
    beside: new RegExp(`(?:^|/)drizzle\\.config\\.${code}$`, "u"),
    commands: [/\bdrizzle-kit (?:push|migrate)\b/u, /\bdb:(?:push|migrate)\b/u]
  },
  {
    name: "typeorm",
    files: [/\.entity\.[cm]?[jt]s$/u],
    commands: [/\btypeorm\b.{0,120}\b(?:migration:run|schema:sync)\b/u, /\bmigration:run\b/u]
  },
  {
    name: "django",
    files: [
      /(?:^|\/)models\.py$/u,
      /(?:^|\/)models\/[^/]{1,200}\.py$/u,
      /(?:^|\/)migrations\/[0-9][^/]{1,200}\.py$/u
    ],
    beside: /(?:^|\/)manage\.py$/u,
    commands: [/\bmanage\.py migrate\b/u, /\bdjango-admin migrate\b/u]
  },
  {
    name: "rails",
    files: [/(?:^|\/)db\/migrate\/[^/]{1,200}\.rb$/u, /(?:^|\/)db\/(?:schema\.rb|structure\.sql)$/u],
    commands: [/\b(?:rails|rake) db:(?:migrate|prepare|schema:load|setup)\b/u]
  },
  {
    name: "alembic",
    files: [/(?:^|\/)(?:alembic|migrations)\/versions\/[^/]{1,200}\.py$/u],
    commands: [/\balembic upgrade\b/u, /\bflask db upgrade\b/u]
  },
  {
    name: "supabase",
    files: [/(?:^|\/)supabase\/(?:migrations|schemas)\/[^/]{1,200}\.sql$/u],
    commands: [/\bsupabase (?:db (?:push|reset)|migration up)\b/u]
  },
  {
    name: "payload",
    files: [
      new RegExp(`(?:^|/)(?:collections|globals)/(?:.{1,200}/)?[^/]{1,200}\\.${code}$`, "su"),
      new RegExp(`(?:^|/)payload\\.config\\.${code}$`, "u")
    ],
    beside: new RegExp(`(?:^|/)payload\\.config\\.${code}$`, "u"),
    commands: [/\bpayload migrate\b(?!:create)/u]
  }
]

const notOurs = /(?:^|\/)(?:node_modules|vendor|fixtures|__tests__|dist|build)\//u

/** Names of those whose schema a file is of, by its path; whether they are in the project is not looked at. */
export const ormsOf = (path: string): ReadonlyArray<Orm> =>
  notOurs.test(path) || path.startsWith(".planning/")
    ? []
    : orms.filter(({ files }) => files.some((pattern) => pattern.test(path)))

/** Tells whether a file may be a schema's. */
export const isSchemaFile = (path: string): boolean => ormsOf(path).length > 0
