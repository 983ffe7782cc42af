import type { AnswerOf, answerCalls } from '@millrace/contract'
import { sql } from 'kysely'
import { type AnswerKey, findAnswer } from '../../operations/answers/answer.ts'
import type { OperationContext } from '../../operations/operation-context.ts'
import type { Occasion } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { type FoundNotice, joinedThing, noticeColumns, presentNotice } from '../../runtime/notices/read-notices.ts'
import { readPeople } from '../../runtime/rights/people.ts'

/** Returns the task and the outcome that a user confirms after opening the link of a mail. */
export async function getAnswer(
  context: OperationContext & AnswerKey,
  { token, timeZone, ...occasion }: Occasion & { readonly token: string; readonly timeZone: string },
): Promise<AnswerOf<typeof answerCalls.get> | Refusal> {
  const found = await findAnswer(context, { token, timeZone, ...occasion })
  if (found instanceof Refusal) return found
  const { request, noticeId, expiresAt, hash, outcomes, task } = found
  const { user } = request
  const { row, people } = await context.db.read(request, async (tx) => {
    const [row] = await runSql<FoundNotice & { description: string | null; task_due: Date | null }>(
      tx,
      sql`select ${noticeColumns}, t.description, t.due_at as task_due
        from notice n join app_user u on u.workplace_id = n.workplace_id and u.id = n.user_id ${joinedThing}
        where n.workplace_id = ${user.workplaceId}::uuid and n.id = ${noticeId}::uuid`,
    )
    return { row, people: await readPeople(tx, user.workplaceId, [user.username]) }
  })
  if (row === undefined) throw new Error('Expected the notice that was just read, but it is gone.')
  const { name, title } = presentNotice(row, people)
  return {
    ...{ name, title, hash },
    description: row.description,
    dueAt: row.task_due?.toISOString() ?? null,
    taskId: task.id,
    person: people.get(user.username).displayName,
    expiresAt: expiresAt.toISOString(),
    outcomes: outcomes.map(({ id, label }) => ({ id, label })),
  }
}
