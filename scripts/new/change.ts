/** The change of a generator to one file: creates it, or adds text to it. */
export type Change =
  | { readonly kind: 'file'; readonly path: string; readonly text: string }
  | { readonly kind: 'edit'; readonly path: string; readonly edit: (text: string) => string }

/** Everything that comes with one thing of a kind. Paths are from the project's folder. */
export interface Plan {
  readonly changes: readonly Change[]
  /** Whether the row types have to be written anew, because of a migration. */
  readonly hasMigration?: true
  /** The remaining steps for a person, one sentence each. */
  readonly next: readonly string[]
}

/** A generator could not find its place in a file, or the thing exists. Its message says which. */
export class GeneratorFailure extends Error {
  override readonly name = 'GeneratorFailure'
}
