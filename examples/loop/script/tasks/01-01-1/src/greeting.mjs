/** Not there yet. */
export const greet = () => ""
