import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { needFor } from '../process-reference.ts'
import { need, needSomewhere } from '../rights.ts'

/**
 * Checks that the user may fetch external tasks of at least some processes, as workers do. Fetching is limited to these
 * processes. Returns null if so, otherwise a refusal.
 */
export function refuseFetch(user: Person): Refusal | null {
  return needSomewhere(user, 'external-tasks.work')
}

/** Checks that the user may lock an external task and report its result. Returns null if so, otherwise a refusal. */
export async function refuseWorker(context: OperationContext, request: Request, id: string): Promise<Refusal | null> {
  const refusal = await needFor(context, request, 'external-tasks.work', { thing: thing(id), gone: noSuchExternalTask })
  if (refusal !== null || request.user.token?.topics == null) return refusal
  const topic = await findTopic(context, request, id)
  return topic !== null && request.user.token.topics.includes(topic) ? null : noSuchExternalTask()
}

/**
 * Checks that the user may set the number and time of the retries of an external task. Returns null if so, otherwise a
 * refusal.
 */
export function refuseRetries(context: OperationContext, request: Request, id: string): Promise<Refusal | null> {
  return needFor(context, request, 'instances.operate', { thing: thing(id), gone: noSuchExternalTask })
}

/**
 * Checks that the user may change the retries of many external tasks at the same time. Returns null if so, otherwise a
 * refusal.
 */
export function refuseManyRetries(user: Person): Refusal | null {
  return need(user, 'instances.operate')
}

const thing = (id: string) => ({ kind: 'externalTask', id }) as const

async function findTopic({ db }: OperationContext, request: Request, id: string): Promise<string | null> {
  const [rows] = await db.read(request, (tx) =>
    tx.batch([
      {
        name: 'external_task_topic',
        text: 'select topic from external_task where workplace_id = $1 and id::text = $2',
        values: [request.workplaceId, id],
      },
    ]),
  )
  return rows?.[0]?.[0] ?? null
}

export function noSuchExternalTask(): Refusal {
  return refuse('thing.not-found', 'Expected an external task, but there is none with this id.')
}

/** Returns the refusal for a worker that does not hold the lock. `details` names the holder. */
export function lockedByOther(holder: string | null): Refusal {
  return refuse(
    'external-task.locked',
    `Expected an external task that you have locked, but ${holder === null ? 'nobody has' : `${holder} has`}.`,
    [{ where: holder ?? '', message: 'Expected the worker that holds the lock.' }],
  )
}
