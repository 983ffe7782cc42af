import { api } from '@millrace/contract'
import { call } from '../lib/api/call.ts'

/** The target of a link to one form: the page for signed-in users, a page for everybody, or nothing. */
export type StandaloneKind = 'secure' | 'open' | 'none'

/** Asks the server about the form that a standalone address names. @throws ApiError */
export async function checkStandalone({
  taskId,
  definitionId,
}: Readonly<Record<string, string | undefined>>): Promise<StandaloneKind> {
  const { standaloneForm, secureForm } =
    taskId === undefined
      ? await call(api.standalone.checkProcess, { params: { definitionId: definitionId ?? '' } })
      : await call(api.standalone.checkTask, { params: { taskId } })
  if (standaloneForm !== 'true') return 'none'
  return secureForm === 'true' ? 'secure' : 'open'
}
