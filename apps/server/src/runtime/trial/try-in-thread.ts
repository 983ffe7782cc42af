import type { Need } from '@millrace/engine'
import type { Actor } from '../../platform/db/actor.ts'
import { refuse } from '../../platform/errors/refusal.ts'
import { withoutMarks } from '../definitions/global-properties.ts'
import { sourcesFor } from '../definitions/sources.ts'
import { fetchSource } from '../execute/run-until-decided.ts'
import type { Runtime } from '../runtime.ts'
import { inThread, orRefusal } from '../threads/in-thread.ts'
import { type DefinitionQuestion, sendDecision } from '../threads/thread-definitions.ts'
import type { TimeBudget } from '../threads/time-budget.ts'
import type { TrialAnswer, TrialTask } from './trial-task.ts'

export type TrialsDone = Extract<TrialAnswer, { kind: 'done' }>

/**
 * Tries a process in a worker thread, with the calendars, bindings and global properties of the workplace, and with
 * deployed decisions that are not in the application. Writes nothing.
 *
 * @throws Refusal when it exceeds the budgets, and when the file has no process.
 */
export async function tryInThread(
  runtime: Runtime,
  actor: Actor,
  order: Pick<TrialTask, 'files' | 'decisions' | 'key' | 'trials'>,
  time: TimeBudget,
): Promise<TrialsDone> {
  const { workplaceId } = actor
  const { zone, budgets } = runtime
  const sources = sourcesFor(runtime, workplaceId)
  // A trial has only values of its user.
  sources.lookedUp.restricted = []
  const answer = ({ kind, id }: DefinitionQuestion) => {
    const decision = kind === 'decision' ? sources.decision({ by: 'id', id }) : null
    return decision ? sendDecision(decision) : null
  }
  for (;;) {
    const input = { workplaceId, ...order, lookedUp: sources.lookedUp, zone, budgets }
    const tried = orRefusal(await inThread(runtime, { kind: 'tryOut', input, owner: workplaceId, time, answer }))
    if (tried.kind === 'done') return tried
    if (tried.kind === 'unreadable')
      throw refuse(
        'app-process.file-invalid',
        `Expected a process that can be tried, but it cannot be read: ${tried.message}`,
      )
    const { need } = tried
    if (!isOutside(need))
      throw new Error(`Expected a trial to have its own rows and files, but it asks for ${need.kind}.`)
    await runtime.db.read({ workplaceId }, (tx) => fetchSource(runtime, actor, tx, sources, need))
    const { globals } = sources.lookedUp
    if (need.kind === 'globals' && globals !== undefined) sources.lookedUp.globals = withoutMarks(globals)
  }
}

const outside = ['process', 'decision', 'closed', 'binding', 'calendar', 'globals'] as const

/** Returns whether it is something that a trial has from outside of its application. */
function isOutside(need: Need): need is Extract<Need, { kind: (typeof outside)[number] }> {
  return outside.some((kind) => kind === need.kind)
}
