/** A name without the blanks around it and doubled ones inside. */
export const tidy = (name) => name.trim().replace(/\s+/gu, " ")
