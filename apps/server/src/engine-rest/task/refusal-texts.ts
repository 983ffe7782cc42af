import type { RefusalTexts } from '../http/present-refusal.ts'
import { failed, RestRefusal } from '../http/rest-refusal.ts'

/**
 * Returns the messages of refused calls on a task.
 * @param type Camunda's error type for a missing task in this call.
 */
export function refusalTextsOf(id: string, type = 'NullValueException'): RefusalTexts {
  return {
    gone: () => new RestRefusal(type === 'NotFoundException' ? 400 : 404, type, missingWords(id), 0),
    answers: {
      'task.suspended': () => new RestRefusal(400, 'SuspendedEntityInteractionException', suspendedText(id), 0),
      'task.taken': () =>
        new RestRefusal(400, 'TaskAlreadyClaimedException', `Task '${id}' is already claimed by someone else.`, 0),
    },
  }
}

/** Returns the refusals of a completion, with Camunda's prefix of the failed action. */
export function completionTextsOf(id: string, doing: string): RefusalTexts {
  return {
    doing,
    gone: () => failed(404, `${doing}: ${missingWords(id)}`),
    answers: { 'task.suspended': () => failed(400, `${doing}: ${suspendedText(id)}`) },
  }
}

function suspendedText(id: string): string {
  return `ENGINE-03043 task with id '${id}' is suspended.`
}

function missingWords(id: string): string {
  return `Cannot find task with id ${id}: task is null`
}
