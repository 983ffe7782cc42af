import { createPropertySeal } from '../../../platform/auth/property-seal.ts'
import type { Request } from '../../../platform/auth/request.ts'
import { Refusal, refuse } from '../../../platform/errors/refusal.ts'
import { actorOf } from '../../../runtime/actor.ts'
import { arrivedMessage } from '../../../runtime/listeners/messages/arrived-message.ts'
import { readMessage } from '../../../runtime/listeners/messages/message-content.ts'
import { digest } from '../../../runtime/listeners/verify-webhook.ts'
import type { SecretContext, StoredListener } from '../../external-systems/external.ts'
import { deliver, repeated } from '../deliver.ts'
import { settingsOf } from '../listener.ts'
import type { StoredDelivery } from '../load-delivery.ts'
import { noteStatement } from '../note-delivery.ts'

/**
 * Processes the content of a message again, with the current settings of the listener. A message that failed keeps its
 * id, so that it is repeated when its sender sends it again. @returns the id of the new delivery.
 */
export async function replayMessage(
  { db, clock, runtime, secret }: SecretContext,
  request: Request,
  { delivery, listener }: { readonly delivery: StoredDelivery; readonly listener: StoredListener },
): Promise<string | Refusal> {
  const text = delivery.sealed === null ? null : createPropertySeal(secret).open(delivery.sealed)
  if (text === null) return notKept()
  const { workplaceId, user, cause, patience } = request
  const startedAt = performance.now()
  const id = runtime.newId()
  const isOpen = delivery.outcome === 'failed'
  const { subject, content, bytes, sealed, connection_id: connectionId } = delivery
  // Without an id, too, a failed message is replayed once.
  const idKey = isOpen ? (delivery.id_key ?? digest(Buffer.from(`replay ${delivery.id}`))) : null
  const noted = () => ({
    ...{ workplaceId, id, listenerId: listener.id, at: clock(), ms: Math.round(performance.now() - startedAt) },
    ...{ subject, content, bytes, sealed, connectionId, idKey, bodyKey: null },
    ...{ fault: null, instanceId: null, processKey: null, replay: { of: delivery.id, by: user.username } },
  })
  const done = await deliver(
    { db, clock, runtime },
    {
      listener: { id: listener.id, workplaceId },
      target: settingsOf(listener).target,
      arrived: arrivedMessage(readMessage(text)),
      occasion: { cause, patience },
      note: (reached) => [noteStatement({ ...noted(), ...reached, outcome: 'accepted' })],
    },
  )
  if (done === repeated) return alreadyProcessed()
  if (!(done instanceof Refusal)) return id
  await db.withTransaction(actorOf(request), (tx) =>
    tx.commit([noteStatement({ ...noted(), outcome: 'failed', fault: done.message })]),
  )
  return id
}

function alreadyProcessed(): Refusal {
  return refuse(
    'external.invalid',
    'Expected a message that was not processed yet, but a message with the same ID was processed since.',
  )
}

function notKept(): Refusal {
  return refuse(
    'external.invalid',
    'Expected the content of the message, but it is not available any more. Ask the sender to send it again.',
  )
}
