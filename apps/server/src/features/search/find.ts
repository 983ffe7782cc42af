import type { AnswerOf, FoundFile, FoundInstance, FoundTask, searchCalls } from '@millrace/contract'
import type { User } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { toQuery } from '../../platform/list/sql.ts'
import type { Finder } from '../../runtime/search/finder.ts'
import { wordsOf } from '../../runtime/search/words.ts'
import { rank } from './rank.ts'

export interface Finders {
  readonly tasks: Finder<FoundTask>
  readonly instances: Finder<FoundInstance>
  readonly files: Finder<FoundFile>
}

const nothing = { items: [], isMore: false }

/** What the user may see of what has all of the words, in one round trip. */
export async function find(
  db: Database,
  user: User,
  { q, size, finders }: { q: string; size: number; finders: Finders },
): Promise<AnswerOf<typeof searchCalls.find>> {
  const words = wordsOf(q)
  if (words.length === 0) return { tasks: nothing, instances: nothing, files: nothing }
  const [tasks, instances, files] = await db.read(user, (tx) =>
    tx.queries(
      toQuery<never>(finders.tasks.find(user, words)),
      toQuery<never>(finders.instances.find(user, words)),
      toQuery<never>(finders.files.find(user, words)),
    ),
  )
  const best = <Item>({ textOf, present }: Finder<Item>, rows: readonly never[]) => ({
    items: rank(rows, textOf, words)
      .slice(0, size)
      .map((row) => present(row, user)),
    isMore: rows.length > size,
  })
  return {
    tasks: best(finders.tasks, tasks),
    instances: best(finders.instances, instances),
    files: best(finders.files, files),
  }
}
