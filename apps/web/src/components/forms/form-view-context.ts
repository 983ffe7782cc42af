import type { FileValue, NodeInstance, Problem, ProblemLanguage } from '@millrace/forms'
import { createContext, use } from 'react'
import type { UploadFile } from './files/upload-refused.ts'
import type { FormStore } from './form-store.ts'
import type { Choice, Names } from './people/names.ts'

/** The data and functions that all parts of a form share. */
export interface FormViewShared {
  readonly formId: string
  readonly store: FormStore
  /** Says that the user left a field. */
  readonly leave: (instance: NodeInstance) => void
  /** The functions that make the content of containers and lists visible. */
  readonly reveals: Map<NodeInstance, Reveal>
  /** Shows errors, and moves the focus to the first one. */
  readonly showProblems: (problems: readonly Problem[]) => void
  /** Resets the form to its initial values. */
  readonly reset: () => void
  readonly language: ProblemLanguage
  /** The whole form is shown as data. */
  readonly isReadOnly: boolean
  /** Whether it is on paper: nothing is folded away. */
  readonly isPrinted: boolean
  readonly uploadFile: UploadFile | undefined
  readonly findChoices: FindChoices | undefined
  readonly names: Names
  readonly fileUrl: ((file: FileValue, key: string) => string) | undefined
}

/** Makes the content of a container or list visible. */
export type Reveal = (inside: NodeInstance) => void

/** Finds the options of a field by a part of the name. Rejects on failure; the message is not shown. */
export type FindChoices = (asked: {
  /** The field in its document. */
  readonly node: string
  readonly q: string
  /** The value of the field that its choices depend on; empty where there is none. */
  readonly by: string
  readonly signal: AbortSignal
}) => Promise<{ readonly items: readonly Choice[]; readonly isMore: boolean }>

export const FormViewContext = createContext<FormViewShared | null>(null)

/**
 * Returns the data and functions that all parts of a form share.
 *
 * @throws Error outside of a form.
 */
export function useFormView(): FormViewShared {
  const shared = use(FormViewContext)
  if (shared === null) throw new Error('Expected a field inside a FormView, but it stands outside.')
  return shared
}

/** Returns the id of the element that the label of a field or list belongs to. */
export function inputId(formId: string, instanceId: string): string {
  return `${formId}-${instanceId}`
}
