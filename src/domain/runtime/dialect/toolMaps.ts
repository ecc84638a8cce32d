import type { ToolMap } from "./tools.ts"

const pairs = (lines: string): ReadonlyMap<string, string> =>
  new Map(
    lines
      .trim()
      .split("\n")
      .map((line) => line.trim().split(" "))
      .map(([from = "", to = ""]) => [from, to])
  )

const none: ReadonlySet<string> = new Set()

/** Names of GitHub Copilot. Source: runtime facts, section 2.8. */
export const copilotTools: ToolMap = {
  names: pairs(`
    Read read
    Write edit
    Edit edit
    MultiEdit edit
    NotebookEdit edit
    Bash execute
    Grep search
    Glob search
    Task agent
    Agent agent
    WebFetch web
    WebSearch web
    TodoWrite todo
    AskUserQuestion ask_user
    Skill skill
    SlashCommand skill
    mcp__context7__* io.github.upstash/context7/*
    mcp__context7__resolve-library-id io.github.upstash/context7/*
    mcp__context7__get-library-docs io.github.upstash/context7/*
    mcp__context7__query-docs io.github.upstash/context7/*
  `),
  dropped: none,
  mcp: "kept",
  others: "kept"
}

/** Names of Gemini's tools, which Antigravity has. Source: runtime facts, section 2.8. */
export const geminiTools: ToolMap = {
  names: pairs(`
    Read read_file
    Write write_file
    Edit replace
    MultiEdit replace
    Bash run_shell_command
    Glob glob
    Grep search_file_content
    WebSearch google_web_search
    WebFetch web_fetch
    TodoWrite write_todos
  `),
  dropped: new Set(["Task", "Agent", "AskUserQuestion", "Skill", "SlashCommand"]),
  mcp: "dropped",
  others: "kept"
}

/**
 * Names of Qwen Code's tools. It takes Claude's names for those of hooks, not in its agents: there a name that it does not
 * have is no tool, and the agent goes without. Source: what 0.24 tells a model (`test/slow/projection/hosts.test.ts`).
 */
export const qwenTools: ToolMap = {
  names: pairs(`
    Read read_file
    Write write_file
    Edit edit
    MultiEdit edit
    NotebookEdit notebook_edit
    Bash run_shell_command
    Glob glob
    Grep grep_search
    LS list_directory
    WebFetch web_fetch
    WebSearch web_search
    TodoWrite todo_write
    AskUserQuestion ask_user_question
    Task agent
    Agent agent
    Skill skill
    SlashCommand skill
  `),
  dropped: none,
  mcp: "kept",
  others: "kept"
}

/** Names of OpenCode's and Kilo's tools: Claude's in lower case but for these. Source: runtime facts, section 2.8. */
export const opencodeTools: ToolMap = {
  names: pairs(`
    AskUserQuestion question
    SlashCommand skill
    TodoWrite todowrite
    WebFetch webfetch
    WebSearch websearch
    MultiEdit edit
    Task task
    Agent task
    LS list
  `),
  dropped: none,
  mcp: "kept",
  others: "lower-case"
}

/** The fourteen permissions of Kilo, in its order. Source: runtime facts, section 2.8. */
export const kiloPermissions = [
  "read",
  "edit",
  "bash",
  "grep",
  "glob",
  "task",
  "webfetch",
  "websearch",
  "skill",
  "question",
  "todowrite",
  "list",
  "codesearch",
  "lsp"
] as const

/** Which permission of Kilo each tool needs; servers' tools have none. */
export const kiloTools: ToolMap = {
  names: new Map([
    ...opencodeTools.names,
    ...pairs(`
      Read read
      Write edit
      Edit edit
      NotebookEdit edit
      Bash bash
      Grep grep
      Glob glob
      Skill skill
      CodeSearch codesearch
      LSP lsp
    `)
  ]),
  dropped: none,
  mcp: "dropped",
  others: "dropped"
}

/** Modules of Kimi's tools. Source: runtime facts, section 2.8. */
export const kimiTools: ToolMap = {
  names: pairs(`
    Read kimi_cli.tools.file:ReadFile
    Write kimi_cli.tools.file:WriteFile
    Edit kimi_cli.tools.file:StrReplaceFile
    MultiEdit kimi_cli.tools.file:StrReplaceFile
    Glob kimi_cli.tools.file:Glob
    Grep kimi_cli.tools.file:Grep
    Bash kimi_cli.tools.shell:Shell
    WebSearch kimi_cli.tools.web:SearchWeb
    WebFetch kimi_cli.tools.web:FetchURL
    TodoWrite kimi_cli.tools.todo:SetTodoList
    AskUserQuestion kimi_cli.tools.ask_user:AskUserQuestion
    Task kimi_cli.tools.multiagent:Task
    Agent kimi_cli.tools.multiagent:Task
  `),
  dropped: none,
  mcp: "dropped",
  others: "dropped"
}

/** Tools that change files. */
export const writingTools: ReadonlySet<string> = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"])
