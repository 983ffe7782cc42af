/** The change of a generator to one file: creates it, or adds text to it. */
export type Change =
  | { readonly kind: 'file'; readonly path: string; readonly text: string }
  | { readonly kind: 'edit'; readonly path: string; readonly edit: (text: string) => string }

/** The changes for one new object of the generator. Paths are relative to the project. */
export interface Plan {
  readonly changes: readonly Change[]
  /** Whether the row types have to be written anew, because of a migration. */
  readonly hasMigration?: true
  /** The remaining steps for a person, one sentence each. */
  readonly next: readonly string[]
}

/**
 * The error when a generator does not find the location of a change in a file, or the object exists. Its message says
 * which.
 */
export class GeneratorFailure extends Error {
  override readonly name = 'GeneratorFailure'
}
