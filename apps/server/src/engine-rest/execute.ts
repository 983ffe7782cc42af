import type { Command, CommandResult, Event, Failure, Refusal, RefusalCode } from '@millrace/engine'
import type { Statement } from '../platform/db/batch.ts'
import { executeAll } from '../runtime/execute/execute-all.ts'
import { executeCommand } from '../runtime/execute/execute-command.ts'
import type { Check, CommandAnswer } from '../runtime/execute/unit-of-work.ts'
import type { ManyTarget, Target } from '../runtime/load/load-rows.ts'
import type { Call } from './http/call.ts'
import { RestRefusal } from './http/rest-refusal.ts'

/** How a command that was not carried out is told. */
export interface Telling {
  /** What the command names is not there. */
  readonly gone: () => RestRefusal
  /** Put before the engine's own words, as in `Cannot complete task 17`. */
  readonly doing?: string
}

export interface Done {
  readonly result: CommandResult
  readonly events: readonly Event[]
}

/** Carries out a command for a call; what the engine refuses becomes an answer as Camunda gives it. */
export async function execute(
  call: Call,
  target: Target,
  command: Command,
  telling: Telling,
  extra: readonly Statement[] = [],
  check?: Check,
): Promise<Done> {
  return told(
    await executeCommand(call.runtime, call.actor, { target, command, extra, ...(check && { check }) }),
    telling,
  )
}

export function told(answer: CommandAnswer, { gone, doing }: Telling): Done {
  if (answer.ok) return { result: answer.result, events: answer.events }
  switch (answer.reason) {
    case 'gone':
      throw gone()
    case 'refused':
      throw ofRefusal(answer.refusal, doing)
    case 'failed':
      throw ofFailure(answer.failure, doing)
  }
}

/** The same for many things of one kind, all or nothing. What is gone is passed over when `gone` says nothing of it. */
export async function executeForAll(
  call: Call,
  { by, ids, gone }: { by: ManyTarget; ids: readonly string[]; gone?: (id: string) => RestRefusal },
  commandFor: (id: string) => Command,
): Promise<void> {
  const answer = await executeAll(call.runtime, call.actor, { by, ids, isGoneFine: gone === undefined }, commandFor)
  if (answer.ok) return
  const { id, answer: problem } = answer
  told(problem, { gone: () => gone?.(id) ?? unexpectedlyGone() })
}

function unexpectedlyGone(): never {
  throw new Error('Expected what is gone to be passed over.')
}

/** What Camunda calls each refusal of the engine. Where it answers 500 to a client's mistake, this says 400 or 404. */
const manners = {
  'engine.task-gone': { status: 404, type: 'NullValueException' },
  'engine.task-claimed': { status: 400, type: 'TaskAlreadyClaimedException' },
  'engine.task-state': { status: 400, type: 'ProcessEngineException' },
  'engine.instance-suspended': { status: 400, type: 'SuspendedEntityInteractionException' },
  'engine.definition-suspended': { status: 400, type: 'SuspendedEntityInteractionException' },
  'engine.instance-gone': { status: 404, type: 'NotFoundException' },
  'engine.not-waiting': { status: 400, type: 'ProcessEngineException' },
  'engine.job-gone': { status: 404, type: 'InvalidRequestException' },
  'engine.start-not-possible': { status: 400, type: 'ProcessEngineException' },
  'engine.element-unknown': { status: 400, type: 'NotValidException' },
  'engine.external-task-gone': { status: 404, type: 'NotFoundException' },
  'engine.value-invalid': { status: 400, type: 'ProcessEngineException' },
} satisfies Record<RefusalCode, { status: number; type: string }>

export function ofRefusal({ code, message }: Refusal, doing: string | undefined): RestRefusal {
  const { status, type } = manners[code]
  return doing === undefined
    ? new RestRefusal(status, type, message, 0)
    : new RestRefusal(status, 'RestException', `${doing}: ${message}`, 0)
}

/** A step of the process failed, so nothing has changed: the model or its variables have to be mended. */
export function ofFailure({ message, elementId }: Failure, doing: string | undefined): RestRefusal {
  const words = elementId === null ? message : `${message} (at ${elementId})`
  return doing === undefined
    ? new RestRefusal(500, 'ProcessEngineException', words, 0)
    : new RestRefusal(500, 'RestException', `${doing}: ${words}`, 0)
}
