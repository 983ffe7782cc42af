import type { PlainVariable } from '@millrace/engine'
import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { needFor } from '../process-reference.ts'
import { refuseRestricted } from '../variables/policy.ts'

/** A message for a subscription of an instance, with its variables. */
export interface MessageToSubscription {
  readonly instanceId: string
  readonly subscriptionId: string
  readonly variables: readonly PlainVariable[]
}

/** The subscription of an instance that waits for a message. */
export interface WaitingMessage {
  /** The name of the message. */
  readonly name: string
  /** The id of the waiting element in the model. */
  readonly elementKey: string
  /** Other executions that wait for a message with this name, at most 1,000. */
  readonly others: number
}

const maxOthers = 1_000

/**
 * Checks that the user may operate the instance and write the variables, and that the subscription of the instance waits
 * for a message. Returns the subscription if so, otherwise a refusal.
 */
export async function findWaitingMessage(
  context: OperationContext,
  request: Request,
  { instanceId, subscriptionId, variables }: MessageToSubscription,
): Promise<WaitingMessage | Refusal> {
  const thing = { kind: 'instance', id: instanceId } as const
  const refusal =
    (await needFor(context, request, 'instances.operate', { thing, gone: isNotWaiting })) ??
    (await refuseRestricted(
      context,
      request,
      instanceId,
      variables.map(({ name }) => name),
    ))
  if (refusal !== null) return refusal
  const { workplaceId } = request
  return context.db.read(request, async (tx) => {
    const [rows] = await tx.batch([
      {
        name: 'subscription_waiting_message',
        text: `select s.name, s.element_key, (select count(*) from (select 1 from subscription o
            where o.workplace_id = s.workplace_id and o.kind = 'message' and o.name = s.name and o.id <> s.id and o.instance_id is not null limit $4) x)
          from subscription s where s.workplace_id = $1 and s.id = $2 and s.instance_id = $3 and s.kind = 'message'`,
        values: [workplaceId, subscriptionId, instanceId, maxOthers],
      },
    ])
    const row = rows?.[0]
    return row === undefined ? isNotWaiting() : { name: row[0] ?? '', elementKey: row[1] ?? '', others: Number(row[2]) }
  })
}

/** Returns the refusal for a subscription that does not exist, or no longer. */
export function isNotWaiting(): Refusal {
  return refuse(
    'event.unmatched',
    'Expected a subscription of the instance that waits for a message, but there is none with this id. The instance has continued in the meantime. Nothing was changed.',
  )
}
