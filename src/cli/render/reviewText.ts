import { cutLine } from "../../domain/review/fence.ts"

const most = 300

/** Words of a lane on one line, hidden characters escaped, cut when they are long. */
export const codeText = (text: string): string => cutLine(text, most)
