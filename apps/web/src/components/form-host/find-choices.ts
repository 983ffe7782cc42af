import { api } from '@millrace/contract'
import { call } from '../../lib/api/call.ts'
import type { FindChoices } from '../forms/form-view-context.ts'

/** The owner of a form: a task, or a version of a process that the form starts. */
export interface FormPlace {
  readonly kind: 'task' | 'start'
  /** The id of the task; of the definition. */
  readonly id: string
  /** The subject of the task; the key of the process for all versions. */
  readonly subject: string
}

/** Creates the function that asks the server for the choices of a field in a form. */
export function createChoiceFinder({ kind, id }: Pick<FormPlace, 'kind' | 'id'>): FindChoices {
  const contract = kind === 'task' ? api.tasks.formChoices : api.processes.startFormChoices
  return ({ node, q, by, signal }) =>
    call(contract, { params: { id }, query: { node, q, ...(by === '' ? {} : { by }) }, signal })
}
