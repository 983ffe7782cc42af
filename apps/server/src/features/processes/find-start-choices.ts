import type { AnswerOf, processCalls } from '@millrace/contract'
import { loadStartForm } from '../../operations/processes/load-start-form.ts'
import { noSuchProcess } from '../../operations/processes/policy.ts'
import type { Request } from '../../platform/auth/request.ts'
import { membershipsOf } from '../../platform/auth/user.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { answerChoices, prepareChoices } from '../../runtime/forms/choices.ts'
import { getNamingField } from '../../runtime/forms/named.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { getStartable } from './get-start-form.ts'

/** Finds the users, groups and roles that a field of a start form can name, for users who may start the process. */
export async function findStartChoices(
  runtime: Runtime,
  request: Request,
  { id, node, q, by }: { id: string; node: string; q: string; by: string },
): Promise<AnswerOf<typeof processCalls.startFormChoices> | Refusal> {
  const { user } = request
  const prepared = await runtime.db.read(request, async (tx) => {
    await getStartable(tx, user, id)
    const loaded = await loadStartForm(runtime, tx, { user, id, timeZone: 'UTC' })
    if (loaded === null) return noSuchProcess()
    const field = getNamingField(loaded.form.document, node, membershipsOf(user))
    return field instanceof Refusal ? field : prepareChoices(tx, user.workplaceId, field, { q, by })
  })
  return answerChoices(runtime, prepared)
}
