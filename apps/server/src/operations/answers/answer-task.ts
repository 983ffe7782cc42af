import type { FormSubmission } from '@millrace/contract'
import { countTry } from '../../platform/auth/count-try.ts'
import { networkOf } from '../../platform/auth/origin.ts'
import type { Occasion } from '../../platform/auth/request.ts'
import { isTooMany, type TooMany } from '../../platform/auth/too-many.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { completeTask } from '../tasks/complete-task.ts'
import { type AnswerKey, type FoundAnswer, findAnswer } from './answer.ts'
import { asAnswerRefusal } from './policy.ts'

export interface Answer extends Occasion {
  readonly token: string
  /** The network address of the user who answers. */
  readonly address: string
  /** Id of the outcome that was chosen, and the hash of the form that it is of. */
  readonly outcome: string
  readonly hash: string
  readonly timeZone: string
}

/** In a minute, from one address. */
const maxAnswers = 20

/**
 * Completes a task by the link of a mail, in the name of its recipient and with their current permissions. The use of
 * the link is recorded in the same commit. Returns null on success, otherwise a refusal.
 */
export async function answerTask(
  context: OperationContext & AnswerKey,
  answer: Answer,
): Promise<Refusal | TooMany | null> {
  const counted = await countTry(context, `answer ${networkOf(answer.address)}`, maxAnswers)
  if (isTooMany(counted)) return counted
  const found = await findAnswer(context, answer)
  if (found instanceof Refusal) return found
  const submission = submissionOf(found, answer)
  if (submission instanceof Refusal) return submission
  const { request, task } = found
  const done = await completeTask(
    context,
    request,
    {
      id: task.id,
      given: { kind: 'form', submission },
      delegated: 'return',
    },
    { alongside: [answeredStatement(context, found)] },
  )
  return done instanceof Refusal ? asAnswerRefusal(done) : null
}

function submissionOf({ outcomes, hash }: FoundAnswer, answer: Answer): FormSubmission | Refusal {
  const chosen = outcomes.find(({ id }) => id === answer.outcome)
  if (chosen === undefined || hash !== answer.hash)
    return refuse(
      'form.changed',
      'Expected one of the answers of the form, but the form has changed in the meantime. Reload the page.',
    )
  const { values, action } = chosen
  return { values, action, hash, timeZone: answer.timeZone }
}

function answeredStatement({ clock }: OperationContext, { request: { user }, noticeId }: FoundAnswer): Statement {
  return {
    name: 'notice_answered',
    text: 'update notice set answered_at = $3, read_at = coalesce(read_at, $3) where workplace_id = $1 and id = $2',
    values: [user.workplaceId, noticeId, clock().toISOString()],
  }
}
