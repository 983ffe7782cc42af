import type { Request } from '../../platform/auth/request.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { isNotedAlready } from './deliver.ts'
import type { StoredDelivery } from './load-delivery.ts'
import { findWatch, isFolderWatch } from './load-watch.ts'
import { noteStatement } from './note-delivery.ts'
import { processFile } from './process-file.ts'
import { nameWith, pathIn } from './watch-folder.ts'

/**
 * Processes a failed file again, from the folder of failed files. The delivery that failed gives its key and its file to
 * the new one, so that it is replayed once. @returns the id of the new delivery.
 */
export async function replayFile(
  { runtime }: OperationContext,
  request: Request,
  { delivery, listenerId }: { readonly delivery: StoredDelivery; readonly listenerId: string },
): Promise<string | Refusal> {
  const { workplaceId, user, cause, patience } = request
  const path = delivery.location
  const watch = await runtime.db.read(request, (tx) => findWatch(tx, workplaceId, listenerId, delivery.connection_id))
  if (watch === null || watch.disabled !== null || !isFolderWatch(watch))
    return refuse('thing.disabled', 'Expected an enabled connection and API, but one is disabled. Restore it first.')
  if (path === null || delivery.outcome !== 'failed') return notThere()
  const id = runtime.newId()
  const subject = delivery.subject ?? path
  const { connectionId } = watch.reached
  try {
    const wanted = pathIn(watch.settings.doneFolder, subject)
    const [facts, taken] = await runtime.lookUps.useFolder(watch.reached, (folder) =>
      Promise.all([folder.find(path), folder.find(wanted)]),
    )
    if (facts === null) return notThere()
    const location = taken === null ? wanted : pathIn(watch.settings.doneFolder, nameWith(subject, id))
    const isMine = await runtime.db.withTransaction(actorOf(request), async (tx) => {
      const [mine] = await tx.batch([
        takeStatement(workplaceId, delivery.id, path),
        noteStatement({
          ...{
            workplaceId,
            id,
            listenerId,
            at: runtime.clock(),
            ms: 0,
            outcome: 'claimed',
            subject,
            bytes: facts.size,
          },
          ...{ fault: null, content: null, sealed: null, idKey: delivery.id_key, bodyKey: null, path, location },
          ...{ connectionId, instanceId: null, processKey: null, replay: { of: delivery.id, by: user.username } },
        }),
      ])
      if (mine?.[0] === undefined) await tx.rollback()
      return mine?.[0] !== undefined
    })
    if (!isMine) return notThere()
    await processFile(
      runtime,
      watch,
      { id, path, location, subject, key: delivery.id_key, connectionId, isRepeated: false },
      { cause, patience },
    )
    return id
  } catch (error) {
    if (isNotedAlready(error)) return alreadyProcessed()
    if (error instanceof OutgoingFailure) return refuse('external.invalid', error.message)
    throw error
  }
}

/** Returns the statement that takes the file or mail of a failed delivery for a replay. It returns no row for a second one. */
export function takeStatement(workplaceId: string, id: string, location: string): Statement {
  return {
    name: 'external_delivery_replay',
    text: `update external_delivery set location = null where workplace_id = $1 and id = $2 and outcome = 'failed' and location = $3 returning id`,
    values: [workplaceId, id, location],
  }
}

function alreadyProcessed(): Refusal {
  return refuse(
    'external.invalid',
    'Expected a file that was not processed yet, but the same file was put into the watched folder again, and was processed then.',
  )
}

function notThere(): Refusal {
  return refuse(
    'external.invalid',
    'Expected a failed file, but it is not in the folder of failed files any more. Put the file into the watched folder again.',
  )
}
