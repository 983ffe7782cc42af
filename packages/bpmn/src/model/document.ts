import type { ProcessModel } from './process.ts'

/** A fault of a model that stops its deployment, or a warning that does not. */
export interface ModelProblem {
  /** A code of the list in `problems.ts`. */
  readonly code: string
  readonly severity: 'error' | 'warning'
  /** Null when no element carries it (the file as a whole). */
  readonly elementId: string | null
  /** Expected …, but …, with what to do. */
  readonly message: string
  readonly line?: number
  readonly column?: number
}

export interface BpmnDocument {
  readonly processes: readonly ProcessModel[]
  readonly warnings: readonly ModelProblem[]
}

export type ReadResult =
  | { readonly ok: true; readonly document: BpmnDocument }
  | {
      readonly ok: false
      readonly problems: readonly ModelProblem[]
      /** The readable parts of the processes, to look for further errors in them. */
      readonly processes: readonly ProcessModel[]
    }
