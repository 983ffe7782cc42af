import type { AnswerOf, searchCalls } from '@millrace/contract'
import type { User } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { toQuery } from '../../platform/list/sql.ts'
import { type FileRow, findFiles, presentFile } from './find-files.ts'
import { findInstances, type InstanceRow, presentInstance } from './find-instances.ts'
import { findTasks, presentTask, type TaskRow } from './find-tasks.ts'
import { rank } from './rank.ts'
import { wordsOf } from './words.ts'

type Found = AnswerOf<typeof searchCalls.find>

const nothing = { items: [], isMore: false }

/** What the user may see of what has all of the words, in one round trip. */
export async function find(db: Database, user: User, { q, size }: { q: string; size: number }): Promise<Found> {
  const words = wordsOf(q)
  if (words.length === 0) return { tasks: nothing, instances: nothing, files: nothing }
  const [tasks, instances, files] = await db.read(user, (tx) =>
    tx.queries(
      toQuery<TaskRow>(findTasks(user, words)),
      toQuery<InstanceRow>(findInstances(user, words)),
      toQuery<FileRow>(findFiles(user, words)),
    ),
  )
  const best = <Row, Item>(rows: readonly Row[], textOf: (row: Row) => string, present: (row: Row) => Item) => ({
    items: rank(rows, textOf, words).slice(0, size).map(present),
    isMore: rows.length > size,
  })
  return {
    tasks: best(
      tasks,
      ({ name, title }) => `${name} ${title ?? ''}`,
      (row) => presentTask(user, row),
    ),
    instances: best(instances, ({ full_title }) => full_title, presentInstance),
    files: best(files, ({ name }) => name, presentFile),
  }
}
