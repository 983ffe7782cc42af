import { type AnswerOf, type Comment, type commentCalls, commentLimits, mentionsIn } from '@millrace/contract'
import { sql } from 'kysely'
import { refuseReading } from '../../operations/comments/policy.ts'
import type { Subject } from '../../operations/comments/subject.ts'
import { hasRight } from '../../operations/rights.ts'
import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { type People, readPeople } from '../../runtime/rights/people.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { isWrittenAbout, processKeyOf, taskNameOf } from './about.ts'
import { findAround } from './around-task.ts'

type Answer = AnswerOf<typeof commentCalls.list>

interface Row {
  readonly id: string
  readonly user_id: string | null
  readonly created_at: Date
  readonly edited_at: Date | null
  readonly message: string
  readonly task_id: string | null
  readonly task_name: string | null
  readonly mentioned: readonly string[]
}

/** Lists a page of the comments on a task, or on an instance and its tasks, newest first. */
export async function listComments(
  runtime: Runtime,
  request: Request,
  { of, before }: { of: Subject; before?: string | undefined },
): Promise<Answer | Refusal> {
  const { user } = request
  const { workplaceId } = user
  return runtime.db.read(request, async (tx) => {
    const refusal = await refuseReading(tx, user, of)
    if (refusal !== null) return refusal
    const about = isWrittenAbout('c', (await findAround(runtime, tx, user, of)).about)
    const earlier =
      before !== undefined && isUuid(before)
        ? sql`(c.created_at, c.id) < (select b.created_at, b.id from task_comment b where b.workplace_id = ${workplaceId} and b.id = ${before})`
        : sql`true`
    const [rows, [count], [process]] = await Promise.all([
      runSql<Row>(
        tx,
        sql`select c.id, c.user_id, c.created_at, c.edited_at, c.message, c.task_id, ${taskNameOf('c')} as task_name,
          array(select u.username from comment_mention m join app_user u on u.workplace_id = m.workplace_id and u.id = m.user_id
            where m.workplace_id = c.workplace_id and m.comment_id = c.id) as mentioned
        from task_comment c where c.workplace_id = ${workplaceId} and ${about} and ${earlier}
        order by c.created_at desc, c.id desc limit ${commentLimits.page + 1}`,
      ),
      runSql<{ total: number }>(
        tx,
        sql`select count(*)::int as total from (select from task_comment c where c.workplace_id = ${workplaceId} and ${about} limit 1000) counted`,
      ),
      runSql<{ key: string | null }>(tx, processKeyOf(workplaceId, of)),
    ])
    const shown = rows.slice(0, commentLimits.page)
    const people = await readPeople(tx, workplaceId, [
      ...shown.map(({ user_id }) => user_id),
      ...shown.flatMap(({ mentioned }) => mentioned),
    ])
    const right = of.by === 'task' ? 'tasks.operate' : 'instances.operate'
    const operates = hasRight(user, right, process?.key ?? null)
    return {
      total: count?.total ?? 0,
      items: shown.map((row) => present(row, people, operates || row.user_id === user.username)),
      hasMore: rows.length > shown.length,
    }
  })
}

function present(row: Row, people: People, canChange: boolean): Comment {
  const { id, user_id, created_at, edited_at, message, task_id, task_name, mentioned } = row
  return {
    id,
    by: people.find(user_id),
    at: created_at.toISOString(),
    editedAt: edited_at === null ? null : edited_at.toISOString(),
    message,
    mentions: mentionsIn(message)
      .filter((username) => mentioned.includes(username))
      .map(people.get),
    task: task_id === null ? null : { id: task_id, name: task_name ?? '' },
    canChange,
  }
}
