import type { Request } from '../../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../../platform/errors/refusal.ts'
import { readLocation } from '../../../platform/outgoing/open-mailbox.ts'
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.ts'
import { actorOf } from '../../../runtime/actor.ts'
import type { OperationContext } from '../../operation-context.ts'
import { isNotedAlready } from '../deliver.ts'
import type { StoredDelivery } from '../load-delivery.ts'
import { findWatch } from '../load-watch.ts'
import { noteStatement } from '../note-delivery.ts'
import { takeStatement } from '../replay-file.ts'
import { processMails } from './process-mails.ts'

/**
 * Processes a failed mail again, from where it is now. The delivery that failed gives its keys and its mail to the new one,
 * so that it is replayed once. @returns the id of the new delivery.
 */
export async function replayMail(
  { runtime }: OperationContext,
  request: Request,
  { delivery, listenerId }: { readonly delivery: StoredDelivery; readonly listenerId: string },
): Promise<string | Refusal> {
  const { workplaceId, user, cause, patience } = request
  const watch = await runtime.db.read(request, (tx) => findWatch(tx, workplaceId, listenerId, delivery.connection_id))
  if (watch === null || watch.disabled !== null || watch.settings.kind !== 'mail')
    return refuse('thing.disabled', 'Expected an enabled connection and API, but one is disabled. Restore it first.')
  const path = delivery.location
  const location = path === null ? null : readLocation(path)
  if (path === null || location === null || delivery.outcome !== 'failed') return notThere()
  const id = runtime.newId()
  const { connectionId } = watch.reached
  const { subject, content, bytes, id_key: idKey, body_key: bodyKey } = delivery
  try {
    const isMine = await runtime.db.withTransaction(actorOf(request), async (tx) => {
      const [mine] = await tx.batch([
        takeStatement(workplaceId, delivery.id, path),
        noteStatement({
          ...{ workplaceId, id, listenerId, at: runtime.clock(), ms: 0, outcome: 'claimed', subject, content, bytes },
          ...{ fault: null, sealed: null, idKey, bodyKey, path, location: path, instanceId: null, processKey: null },
          ...{ connectionId, replay: { of: delivery.id, by: user.username } },
        }),
      ])
      if (mine?.[0] === undefined) await tx.rollback()
      return mine?.[0] !== undefined
    })
    if (!isMine) return notThere()
    await processMails(
      runtime,
      { ...watch, settings: watch.settings },
      {
        folder: location.folder,
        claimed: [{ id, location, connectionId }],
        takesNew: false,
        occasion: { cause, patience },
      },
    )
    return id
  } catch (error) {
    if (isNotedAlready(error)) return alreadyProcessed()
    if (error instanceof OutgoingFailure) return refuse('external.invalid', error.message)
    throw error
  }
}

function alreadyProcessed(): Refusal {
  return refuse(
    'external.invalid',
    'Expected an email that was not processed yet, but the same email arrived again, and was processed then.',
  )
}

function notThere(): Refusal {
  return refuse(
    'external.invalid',
    'Expected a failed email whose location is known, but it is not. Move the email into the checked folder again.',
  )
}
