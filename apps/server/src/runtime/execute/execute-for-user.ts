import type { ErrorCode } from '@millrace/contract'
import type { Command, CommandResult, Event, InstanceState, RefusalCode } from '@millrace/engine'
import type { Actor } from '../../platform/db/actor.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { Target } from '../load/load-rows.ts'
import type { Runtime } from '../runtime.ts'
import { type FailurePlace, recordFailure } from './record-failure.ts'
import { unitOfWork } from './unit-of-work.ts'

export interface UserCommand {
  readonly target: Target
  readonly command: Command
  /** Where the incident of a step that fails is to stand; null records none. */
  readonly place: FailurePlace | null
  /** What is answered when the thing is not there any more. */
  readonly gone: () => Refusal
  /** Asked with the state under the lock, before anything happens. It throws a refusal. */
  readonly check?: (rows: InstanceState) => void
  readonly extra?: readonly Statement[]
}

/**
 * Carries out a command for a person. A step of the process that fails leaves everything as it was, but for an incident
 * that says so.
 *
 * @throws Refusal when it cannot be done, with a sentence for the user.
 */
export async function executeForUser(
  runtime: Runtime,
  actor: Actor,
  { target, command, place, gone, check, extra = [] }: UserCommand,
): Promise<{ result: CommandResult; events: readonly Event[] }> {
  const answer = await unitOfWork(runtime, actor, async (unit) => {
    const answer = await unit.execute(target, command, check)
    if (!answer.ok) return unit.abandon(answer)
    unit.write(...extra)
    return answer
  })
  if (answer.ok) return answer
  if (answer.reason === 'gone') throw gone()
  if (answer.reason === 'refused') {
    const code = codes[answer.refusal.code]
    throw code === 'gone' ? gone() : refuse(code, answer.refusal.message)
  }
  if (place !== null) await recordFailure(runtime, actor, target, { failure: answer.failure, place })
  throw refuse('process.refused', answer.failure.message)
}

/** What the engine's refusals mean to a user. */
const codes = {
  'engine.task-gone': 'gone',
  'engine.instance-gone': 'gone',
  'engine.not-waiting': 'gone',
  'engine.job-gone': 'gone',
  'engine.external-task-gone': 'gone',
  'engine.task-claimed': 'task.taken',
  'engine.task-state': 'process.refused',
  'engine.instance-suspended': 'task.suspended',
  'engine.definition-suspended': 'task.suspended',
  'engine.start-not-possible': 'definition.not-startable',
  'engine.element-unknown': 'process.refused',
  'engine.value-invalid': 'process.refused',
} as const satisfies Record<RefusalCode, ErrorCode | 'gone'>
