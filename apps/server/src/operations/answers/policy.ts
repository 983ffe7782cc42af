import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { stateOfTask } from '../../runtime/notices/answer-token.ts'
import type { OpenTask } from '../tasks/task.ts'

export function noSuchAnswer(): Refusal {
  return refuse(
    'thing.not-found',
    'Expected the link of a mail, but this link does not exist. Check that you copied the whole link.',
  )
}

export function answerExpired(): Refusal {
  return refuse('answer.expired', 'Expected a valid link, but it has expired. Open the task in the product.')
}

export function answerUsed(): Refusal {
  return refuse('answer.used', 'Expected an unused link, but the task was already answered with it.')
}

export function answerMovedOn(): Refusal {
  return refuse(
    'answer.moved-on',
    'Expected the task as it was when the mail was sent, but it has ended or has another assignee. Open it in the product.',
  )
}

export function answerNotYours(): Refusal {
  return refuse(
    'answer.not-yours',
    'Expected the recipient of the mail to have permission to answer, but they no longer have it. Sign in, or ask your administrator.',
  )
}

export function needsForm(): Refusal {
  return refuse(
    'answer.needs-form',
    'Expected a task that can be completed with one click, but it has a form. Open it in the product.',
  )
}

/** Checks that the task has not changed since the mail was written. Returns null if so, otherwise a refusal. */
export function refuseChanged(task: OpenTask, state: string): Refusal | null {
  return stateOfTask(task) === state ? null : answerMovedOn()
}

/** Converts a refusal of the user into one that may be shown to anybody with the link: without details of the task. */
export function asAnswerRefusal(refusal: Refusal): Refusal {
  switch (refusal.code) {
    case 'task.over':
    case 'task.not-yours':
    case 'task.taken':
      return answerMovedOn()
    case 'thing.not-found':
    case 'right.missing':
      return answerNotYours()
    default:
      return refusal
  }
}
