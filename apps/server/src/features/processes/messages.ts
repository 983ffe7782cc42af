import type { AnswerOf, processCalls, ReadBodyOf } from '@millrace/contract'
import type { Definition } from '@millrace/engine'
import { deliverMessage } from '../../operations/instances/deliver-message.ts'
import { noSuchInstance } from '../../operations/instances/policy.ts'
import { tryMessage } from '../../operations/instances/try-message.ts'
import { isNotWaiting, type MessageToSubscription } from '../../operations/instances/waiting-message.ts'
import type { OperationContext } from '../../operations/operation-context.ts'
import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { findReadable } from '../../runtime/definitions/definitions.ts'
import { getVisibleInstance } from './get-instance.ts'
import { readVariables } from './read-moves.ts'

type Given = ReadBodyOf<typeof processCalls.deliverMessage> & { readonly id: string; readonly subscriptionId: string }

/** Returns the effects that a message to a subscription would have, or a refusal. */
export async function tryMessageTo(
  context: OperationContext,
  request: Request,
  given: Given,
): Promise<AnswerOf<typeof processCalls.tryMessage> | Refusal> {
  const message = readMessage(given)
  if (message instanceof Refusal) return message
  const tried = await tryMessage(context, request, message)
  if (tried instanceof Refusal) return tried
  const { runtime } = context
  return runtime.db.read(request, async (tx) => {
    const { instance } = await getVisibleInstance(tx, request.user, given.id, 'see-data')
    const by = { by: 'id', id: instance.definition_id } as const
    const definition: Definition | null = await findReadable(runtime, tx, request.workplaceId, by)
    const withName = ({ elementId }: { readonly elementId: string }) => ({
      elementId,
      name: definition?.model.elements[elementId]?.name ?? null,
    })
    return { ...tried, starts: tried.starts.map(withName), ends: tried.ends.map(withName) }
  })
}

/** Delivers a message to a subscription. Returns null on success, otherwise a refusal. */
export async function deliverMessageTo(
  context: OperationContext,
  request: Request,
  given: Given,
): Promise<Refusal | null> {
  const message = readMessage(given)
  return message instanceof Refusal ? message : deliverMessage(context, request, message)
}

function readMessage({ id, subscriptionId, variables }: Given): MessageToSubscription | Refusal {
  if (!isUuid(id)) return noSuchInstance()
  if (!isUuid(subscriptionId)) return isNotWaiting()
  const read = readVariables(variables)
  return read instanceof Refusal ? read : { instanceId: id, subscriptionId, variables: read }
}
