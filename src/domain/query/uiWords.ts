/** Words that make a phase one with a user interface wherever they stand. Case does not count. */
export const strongWords = [
  "front-end",
  "frontend",
  "front end",
  "user interface",
  "user interfaces",
  "web page",
  "web pages",
  "web app",
  "landing page",
  "single-page app",
  "dashboard",
  "design system",
  "wireframe",
  "wireframes",
  "mockup",
  "mockups",
  "figma",
  "storybook",
  "dark mode",
  "react",
  "next.js",
  "vue",
  "nuxt",
  "svelte",
  "sveltekit",
  "solidjs",
  "angular",
  "htmx",
  "tailwind",
  "css",
  "scss",
  "shadcn",
  "swiftui",
  "jetpack compose",
  "flutter",
  "react native"
] as const

/** Words that speak of much else too: two different ones make a phase one with a user interface. Case does not count. */
export const weakWords = [
  "screen",
  "screens",
  "button",
  "buttons",
  "modal",
  "dropdown",
  "sidebar",
  "navbar",
  "tooltip",
  "toast",
  "layout",
  "responsive",
  "viewport",
  "animation",
  "typography",
  "color palette",
  "colour palette",
  "accessibility",
  "hover state",
  "empty state",
  "loading state",
  "form field",
  "form fields",
  "components"
] as const

/** Words that count as strong in this spelling only. */
export const exactWords = ["UI", "UX", "HTML", "WCAG"] as const

/** Headings under which nothing is of this phase. */
export const outsideHeadings =
  /\b(?:out of scope|not in scope|non-goals?|deferred|later phases?|future|will not|won't|excluded|backlog)\b/iu

/** Words before one that take it back: `no frontend`, `without a dashboard`. */
export const takenBack = /\b(?:no|not|non|never|without|instead of|excluding|except)\b[^.;:]{0,30}$/iu

/** Ends of names by which a file is one of a user interface. */
export const uiEndings = [
  ".tsx",
  ".jsx",
  ".vue",
  ".svelte",
  ".astro",
  ".html",
  ".htm",
  ".css",
  ".scss",
  ".sass",
  ".less",
  ".styl",
  ".hbs",
  ".ejs",
  ".erb",
  ".blade.php",
  ".cshtml",
  ".razor",
  ".xaml",
  ".storyboard",
  ".xib"
] as const

/** Names that end like a file of a user interface and are a test's, or made by a program. */
const notUi = /(?:^|\/)(?:__tests__|tests?|coverage|node_modules)\/|\.(?:test|spec)\.[a-z]{1,5}$/iu

/** Tells whether a file is one of a user interface, by its name alone; those of tests are not. */
export const isUiFile = (path: string): boolean => {
  const name = path.toLowerCase()
  return !name.startsWith(".planning/") && uiEndings.some((end) => name.endsWith(end)) && !notUi.test(name)
}
