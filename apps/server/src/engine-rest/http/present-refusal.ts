import { type ErrorCode, errors } from '@millrace/contract'
import type { Refusal as EngineWords, Failure, RefusalCode } from '@millrace/engine'
import { EngineRefusal } from '../../operations/carry-out.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { RestRefusal } from './rest-refusal.ts'

/**
 * The messages of a call for the refusals of its operation. Refusals without an entry get the message of their code.
 */
export interface RefusalTexts {
  /** Returns the refusal for an object that does not exist, or no longer exists. */
  readonly gone?: () => RestRefusal
  /** Put before the engine's own words, as in `Cannot complete task 17`. */
  readonly doing?: string
  /** Words for other refusals, by their codes. */
  readonly answers?: Partial<Record<ErrorCode, (refusal: Refusal) => RestRefusal>>
}

/** Returns the value of an operation. @throws RestRefusal for a refusal, with the message of this surface. */
export function orThrow<T>(outcome: T | Refusal, texts: RefusalTexts = {}): T {
  if (outcome instanceof Refusal) throw presentRefusal(outcome, texts)
  return outcome
}

/** Returns a refusal in the format of Camunda. */
export function presentRefusal(refusal: Refusal, { gone, doing, answers = {} }: RefusalTexts = {}): RestRefusal {
  if (refusal instanceof EngineRefusal) {
    const { answer } = refusal
    if (answer.reason === 'refused') return ofRefusal(answer.refusal, doing)
    if (answer.reason === 'failed') return ofFailure(answer.failure, doing)
  }
  const worded = answers[refusal.code]
  if (worded !== undefined) return worded(refusal)
  if (gone !== undefined && isGone.has(refusal.code)) return gone()
  const { status } = errors[refusal.code]
  if (status === 403) return new RestRefusal(status, 'AuthorizationException', refusal.message)
  return new RestRefusal(status, types[refusal.code] ?? 'InvalidRequestException', refusal.message, 0)
}

const isGone: ReadonlySet<ErrorCode> = new Set(['thing.not-found', 'task.over', 'instance.over', 'incident.over'])

const types: Partial<Record<ErrorCode, string>> = {
  'thing.exists': 'BadUserRequestException',
  'password.weak': 'InvalidRequestException',
  'budget.exceeded': 'BudgetExceededException',
  'task.suspended': 'SuspendedEntityInteractionException',
  'file.not-scanned': 'ServiceUnavailableException',
  'file.store-away': 'ServiceUnavailableException',
  'server.busy': 'ServiceUnavailableException',
  'server.maintenance': 'ServiceUnavailableException',
  'server.unavailable': 'ServiceUnavailableException',
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
  'engine.move-impossible': { status: 400, type: 'NotValidException' },
  'engine.migration-impossible': { status: 400, type: 'ProcessEngineException' },
  'engine.value-invalid': { status: 400, type: 'ProcessEngineException' },
} satisfies Record<RefusalCode, { status: number; type: string }>

function ofRefusal({ code, message }: EngineWords, doing: string | undefined): RestRefusal {
  const { status, type } = manners[code]
  return doing === undefined
    ? new RestRefusal(status, type, message, 0)
    : new RestRefusal(status, 'RestException', `${doing}: ${message}`, 0)
}

/**
 * A step of the process failed, so nothing has changed: the model or its variables have to be fixed. Camunda answers
 * 500, which says that the server is at fault.
 */
function ofFailure({ code, message, elementId }: Failure, doing: string | undefined): RestRefusal {
  if (code === 'engine.budget') {
    const { status } = errors['budget.exceeded']
    return new RestRefusal(status, 'BudgetExceededException', doing === undefined ? message : `${doing}: ${message}`, 0)
  }
  const text = elementId === null ? message : `${message} (at ${elementId})`
  return doing === undefined
    ? new RestRefusal(400, 'ProcessEngineException', text, 0)
    : new RestRefusal(400, 'RestException', `${doing}: ${text}`, 0)
}
