import type { ListenerTarget } from '@millrace/contract'
import { sql } from 'kysely'
import pg from 'pg'
import type { Occasion } from '../../platform/auth/request.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUnstorable, unstorableMessage } from '../../platform/db/is-unstorable.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { type Arrived, mapValues, Unmappable } from '../../runtime/listeners/map-values.ts'
import { correlateMessage } from '../events/correlate-message.ts'
import type { OperationContext } from '../operation-context.ts'
import { startProcess } from '../processes/start-process.ts'
import { listenerRequest } from './listener-request.ts'

/** The effect of a delivery. */
export interface Reached {
  readonly instanceId: string
  readonly processKey: string | null
}

/** The result of a delivery that was processed before, or that another call is processing now. */
export const repeated = 'repeated'

interface Delivery {
  readonly listener: { readonly id: string; readonly workplaceId: string }
  readonly target: ListenerTarget
  readonly arrived: Arrived
  readonly occasion: Occasion
  /** Statements that note the delivery in the same commit. They fail with a unique index if it was noted before. */
  readonly note: (reached: Reached) => readonly Statement[]
}

/**
 * Starts the process of a listener, or sends its message, and records the delivery in the same transaction. Does
 * nothing for a delivery that is already recorded.
 */
export async function deliver(
  context: OperationContext,
  { listener, target, arrived, occasion, note }: Delivery,
): Promise<Reached | typeof repeated | Refusal> {
  const { runtime, clock } = context
  try {
    const values = mapValues(target, arrived, { now: clock(), zone: runtime.zone })
    const processKey = target.action === 'start' ? target.process : null
    const request = listenerRequest({ ...listener, processKey }, occasion)
    if (target.action === 'start') {
      const id = await context.db.read(request, (tx) => findNewest(tx, listener.workplaceId, target.process))
      if (id === null)
        return refuse(
          'thing.not-found',
          `Expected a deployed process with the key “${target.process}”, but there is none. Deploy it first.`,
        )
      const started = await startProcess(context, request, {
        id,
        businessKey: values.businessKey,
        given: { kind: 'variables', variables: values.variables },
        alongside: (instanceId) => note({ instanceId, processKey: target.process }),
      })
      return started instanceof Refusal ? started : { instanceId: started.instanceId, processKey: started.process.key }
    }
    return await correlateMessage(
      context,
      request,
      {
        name: target.message,
        businessKey: values.businessKey,
        instanceId: null,
        tenant: undefined,
        correlationKeys: values.correlation,
        localCorrelationKeys: [],
        variables: values.variables,
        localVariables: [],
        all: false,
      },
      async (tx, [receiver]) => {
        if (receiver === undefined) throw new Error('Expected a receiver of a message that was delivered.')
        const reached = { instanceId: receiver.instanceId, processKey: null }
        await tx.batch([...note(reached)])
        return reached
      },
    )
  } catch (error) {
    if (error instanceof Unmappable) return refuse('external.invalid', error.message)
    if (isNotedAlready(error)) return repeated
    if (isUnstorable(error)) return refuse('external.invalid', unstorableMessage)
    throw error
  }
}

/** The newest version of a process without a tenant, or of the one tenant that has it. */
async function findNewest(tx: Tx, workplaceId: string, key: string): Promise<string | null> {
  const [row] = await runSql<{ id: string }>(
    tx,
    sql`select id from process_definition where workplace_id = ${workplaceId} and key = ${key}
      order by tenant_id is not null, tenant_id, version desc limit 1`,
  )
  return row?.id ?? null
}

/** Returns whether a note failed because the same delivery has one already. */
export function isNotedAlready(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return false
  return error.constraint === 'external_delivery_id_key' || error.constraint === 'external_delivery_body_key'
}
