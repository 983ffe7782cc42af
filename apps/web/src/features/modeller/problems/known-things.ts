/** What the page knows of the surroundings of a process: to choose from, and to find what is missing. Null: not known. */
export interface KnownThings {
  /** Keys of the forms of the application. */
  readonly forms: readonly string[] | null
  readonly groups: readonly string[] | null
  readonly users: readonly string[] | null
  /** Keys of other processes, to be called. */
  readonly processes: readonly string[] | null
  /** Keys of decisions. */
  readonly decisions: readonly string[] | null
}

export const nothingKnown: KnownThings = { forms: null, groups: null, users: null, processes: null, decisions: null }
