import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as engine from "../../src/index.ts"

type Engine = typeof engine

/** What an export fails with: an effect, a function to one, a layer, a function to one. */
type FailureOf<A> =
  A extends Effect.Effect<infer _A, infer E, infer _R>
    ? E
    : A extends Layer.Layer<infer _Out, infer E, infer _In>
      ? E
      : A extends (...args: never) => infer B
        ? FailureOf<B>
        : never

type TagOf<E> = E extends { readonly _tag: infer T } ? T : never

/** With a question that cannot fail, so that what is left are failures of ours. */
type Asking =
  | FailureOf<ReturnType<typeof engine.doctorFix<never, never>>>
  | FailureOf<ReturnType<typeof engine.doctorRebuild<never, never>>>

type Failing = { readonly [K in keyof Engine]: TagOf<FailureOf<Engine[K]>> }[keyof Engine] | TagOf<Asking>

type Exported = {
  readonly [K in keyof Engine]: Engine[K] extends new (...args: never) => infer E ? TagOf<E> : never
}[keyof Engine]

/**
 * Checked by tsc only: every tagged error that a pipeline or layer of the package can fail with is exported by it. One
 * that is not is named in the message of the compiler.
 */
export const claim = (unexported: Exclude<Failing, Exported>): never => unexported
