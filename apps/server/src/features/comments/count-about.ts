import type { AnswerOf, commentCalls } from '@millrace/contract'
import { sql } from 'kysely'
import { refuseReading } from '../../operations/comments/policy.ts'
import type { Subject } from '../../operations/comments/subject.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { isWrittenAbout } from './about.ts'
import { findAround } from './around-task.ts'
import { formFilesOf, maxFiles } from './list-attachments.ts'

type Counts = AnswerOf<typeof commentCalls.counts>

/** Counts the comments and files of a task or an instance, up to the limit of their lists. */
export async function countAbout(runtime: Runtime, request: Request, of: Subject): Promise<Counts | Refusal> {
  const { user } = request
  const { workplaceId } = user
  return runtime.db.read(request, async (tx) => {
    const refusal = await refuseReading(tx, user, of)
    if (refusal !== null) return refusal
    const around = await findAround(runtime, tx, user, of)
    const formFiles = formFilesOf(user, around)
    const [counts] = await runSql<Counts>(
      tx,
      sql`select (select count(*)::int from (select from task_comment c where c.workplace_id = ${workplaceId} and ${isWrittenAbout('c', around.about)} limit 1000) n) as comments,
        (select count(*)::int from (select from task_attachment a where a.workplace_id = ${workplaceId} and ${isWrittenAbout('a', around.about)} limit ${maxFiles}) n)
          + (select count(*)::int from (select from stored_file f where ${formFiles} limit ${maxFiles}) n) as files`,
    )
    return counts ?? { comments: 0, files: 0 }
  })
}
