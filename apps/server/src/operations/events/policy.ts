import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { needFor } from '../process-reference.ts'
import { need, needSomewhere } from '../rights.ts'

/**
 * Checks that the user may send signals and evaluate conditions, which reach all waiting instances and start new
 * instances. API clients may.  Returns null if so, otherwise a refusal.
 */
export function refuseBroadcast(user: Person): Refusal | null {
  return need(user, 'events.send') ?? need(user, 'instances.start')
}

/**
 * Checks that the user may send messages to at least some processes. The search for receivers is limited to these.
 * Returns null if so, otherwise a refusal.
 */
export function refuseMessage(user: Person): Refusal | null {
  return needSomewhere(user, 'events.send')
}

/**
 * Checks that the user may trigger a subscription with a message or signal. Returns null if so, otherwise a refusal.
 */
export function refuseTrigger(
  context: OperationContext,
  request: Request,
  subscriptionId: string,
): Promise<Refusal | null> {
  const thing = { kind: 'subscription', id: subscriptionId } as const
  return needFor(context, request, 'events.send', { thing, gone: () => unmatched(0, 0) })
}

/** Returns the refusal for a message that no execution waits for, or several where one was expected. */
export function unmatched(executions: number, starts: number): Refusal {
  const found = executions + starts === 0 ? 'nothing does' : `${executions + starts} do`
  return refuse(
    'event.unmatched',
    `Expected exactly one execution or start event that waits for this event, but ${found}.`,
    [
      { where: `executions:${executions}`, message: `${executions} executions wait for it.` },
      { where: `starts:${starts}`, message: `${starts} start events wait for it.` },
    ],
  )
}
