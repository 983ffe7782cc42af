import { sql } from 'kysely'
import type { Occasion, Request } from '../../platform/auth/request.ts'
import { isUserOpen, parseUser, userAsJson } from '../../platform/auth/user.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { httpRequest } from '../../platform/http/http-request.ts'
import { runSql } from '../../platform/list/sql.ts'
import { readAnswerToken } from '../../runtime/notices/answer-token.ts'
import type { OperationContext } from '../operation-context.ts'
import {
  answerExpired,
  answerMovedOn,
  answerNotYours,
  answerUsed,
  asAnswerRefusal,
  needsForm,
  noSuchAnswer,
  refuseChanged,
} from './policy.ts'
import { type OpenedOutcomes, readOutcomes } from './read-outcomes.ts'

/** The secret with which links of mails are signed. */
export interface AnswerKey {
  /** The secret of the installation, from which the key of each workplace is derived. */
  readonly secret: string
}

/** A task that its assignee can answer by the link of a mail. */
export interface FoundAnswer extends OpenedOutcomes {
  readonly noticeId: string
  /** The request of the user in whose name the task is answered. */
  readonly request: Request
  readonly expiresAt: Date
}

/**
 * Returns the task that a link of a mail answers, as long as the link is valid: signed by this server, not expired, not
 * used, sent to a user who may still answer, and about an unchanged task. Changes nothing, because mail scanners open
 * links too.
 */
export async function findAnswer(
  { db, runtime, clock, secret }: OperationContext & AnswerKey,
  { token, timeZone, ...occasion }: Occasion & { readonly token: string; readonly timeZone: string },
): Promise<FoundAnswer | Refusal> {
  const read = readAnswerToken(secret, token)
  if (read === null) return noSuchAnswer()
  const { workplaceId, noticeId, expiresAt, state } = read
  if (expiresAt <= clock()) return answerExpired()
  const [row] = await db.read({ workplaceId }, (tx) =>
    runSql<Row>(
      tx,
      sql`select ${sql.raw(userAsJson)}::text as person, ${sql.raw(isUserOpen)} as is_open, coalesce(s.has_answers, true) as has_answers, n.task_id, n.answered_at,
          (select t.assignee = u.username from task t where t.workplace_id = n.workplace_id and t.id = n.task_id) as is_theirs
        from notice n join app_user u on u.workplace_id = n.workplace_id and u.id = n.user_id
        left join notice_setting s on s.workplace_id = u.workplace_id and s.user_id = u.id
        where n.workplace_id = ${workplaceId}::uuid and n.id = ${noticeId}::uuid`,
    ),
  )
  if (row === undefined || row.task_id === null) return answerMovedOn()
  if (row.answered_at !== null) return answerUsed()
  if (!row.is_open || !row.has_answers) return answerNotYours()
  // Over, or given to somebody else.
  if (row.is_theirs !== true) return answerMovedOn()
  const request = httpRequest(parseUser(row.person), occasion, null)
  const opened = await readOutcomes(runtime, request, { id: row.task_id, timeZone })
  if (opened instanceof Refusal) return asAnswerRefusal(opened)
  const changed = refuseChanged(opened.task, state)
  if (changed !== null) return changed
  return opened.outcomes.length === 0 ? needsForm() : { ...opened, noticeId, request, expiresAt }
}

interface Row {
  readonly person: string
  readonly is_open: boolean
  readonly has_answers: boolean
  readonly task_id: string | null
  readonly answered_at: Date | null
  readonly is_theirs: boolean | null
}
