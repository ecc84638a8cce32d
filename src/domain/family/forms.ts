/**
 * Operands of an invocation form, in order, each once: `<…>` (with an `@` before it when there is one) and the innermost
 * `[…]`. Linear in the form. Source: family facts 9.
 */
export const formSlots = (form: string): ReadonlyArray<string> => [
  ...new Set(form.match(/@?<[^<>]+>|\[[^[\]]*\]/gu))
]
