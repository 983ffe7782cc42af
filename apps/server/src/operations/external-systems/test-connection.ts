import { connectionSettings } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuch } from '../records/find-record.ts'
import { refuseChange } from '../records/load-record.ts'
import { findExternal } from './external.ts'
import { externalRecords } from './external-kinds.ts'
import { refuseIntegrator } from './policy.ts'

export interface ConnectionTest {
  readonly at: Date
  readonly ms: number
  /** The error as a sentence; null when the connection works. */
  readonly fault: string | null
}

/** Tests a saved connection outside of any transaction, and stores the result. */
export async function testConnection(
  { db, clock, runtime }: OperationContext,
  request: Request,
  id: string,
): Promise<ConnectionTest | Refusal> {
  const { user } = request
  const refusal = refuseIntegrator(user)
  if (refusal !== null) return refusal
  const { workplaceId } = user
  const connection = await db.read(request, (tx) => findExternal(tx, workplaceId, 'connection', id))
  const unfit =
    connection === null
      ? noSuch(externalRecords.connection)
      : refuseChange(user, externalRecords.connection, { ref: id, row: connection })
  if (connection === null || unfit !== null) return unfit ?? noSuch(externalRecords.connection)
  const startedAt = performance.now()
  const settings = connectionSettings.parse(connection.settings)
  let hostKey: string | null = null
  const fault = await tryIt(async () => {
    hostKey = await runtime.lookUps.test({
      workplaceId,
      connectionId: connection.id,
      connectionRevision: connection.revision,
      connection: settings,
      sealed: connection.sealed,
      otherSealed: connection.other_secrets,
    })
  })
  const isPinned = hostKey !== null && 'hostKey' in settings && settings.hostKey === ''
  const test = { at: clock(), ms: Math.round(performance.now() - startedAt), fault }
  await db.withTransaction(actorOf(request), (tx) =>
    tx.query(
      kysely
        .updateTable('external_connection')
        .set({
          tested_at: test.at,
          test_ms: test.ms,
          test_fault: fault,
          // Whoever has the page open without the key must not take it away again.
          ...(isPinned && {
            settings: JSON.stringify({ ...settings, hostKey }),
            revision: connection.revision + 1,
            updated_at: test.at,
            updated_by: user.username,
          }),
        })
        .where('workplace_id', '=', workplaceId)
        .where('id', '=', connection.id)
        // Of what somebody has changed meanwhile nothing is known.
        .where('revision', '=', connection.revision),
    ),
  )
  return test
}

/** Returns the error as a sentence; null on success. */
async function tryIt(work: () => Promise<void>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof OutgoingFailure) return error.message
    throw error
  }
}
