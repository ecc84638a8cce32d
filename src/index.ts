/**
 * Everything that other programs may import, and nothing but names: it is as long as the surface of the product, which is
 * why lint does not bound its parts. Each part is an entry of its own too, for who wants to load no more. The agent-workflow
 * family has an entry besides, and so have the test layers.
 */
export * from "./domain.ts"
export * from "./live.ts"
export * from "./pipelines.ts"
export * from "./services.ts"
