declare const __GSD_VERSION__: string | undefined

/** Only a build has a version that changes with its code, so only a build may remember what it worked out. */
export const built: { readonly productVersion?: string } =
  typeof __GSD_VERSION__ === "string" ? { productVersion: __GSD_VERSION__ } : {}
