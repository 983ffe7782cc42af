import type { AnswerOf, FoundFile, FoundInstance, FoundTask, searchCalls } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { readCursor, writeCursor } from '../../platform/list/cursor.ts'
import { runSql, toQuery } from '../../platform/list/sql.ts'
import { bestOf, type Finder } from '../../runtime/search/finder.ts'
import { maxRowsPerTerm, splitIntoTerms } from '../../runtime/search/terms.ts'
import { rank } from './rank.ts'

export interface Finders {
  readonly tasks: Finder<FoundTask>
  readonly instances: Finder<FoundInstance>
  readonly files: Finder<FoundFile>
}

const nothing = { items: [], isMore: false }

/** Finds the objects that contain all terms and that the user may see, in one round trip. */
export async function find(
  db: Database,
  request: Request,
  { q, size, finders }: { q: string; size: number; finders: Finders },
): Promise<AnswerOf<typeof searchCalls.find>> {
  const { user } = request
  const terms = splitIntoTerms(q)
  if (terms.length === 0) return { tasks: nothing, instances: nothing, files: nothing }
  const [tasks, instances, files] = await db.read(request, (tx) =>
    tx.queries(
      toQuery<never>(finders.tasks.find(user, bestOf(terms))),
      toQuery<never>(finders.instances.find(user, bestOf(terms))),
      toQuery<never>(finders.files.find(user, bestOf(terms))),
    ),
  )
  const best = <Item>({ textOf, present }: Finder<Item>, rows: readonly never[]) => ({
    items: rank(rows, textOf, terms)
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

interface KeyedRow {
  readonly list_keys: readonly (string | null)[]
}

/**
 * Returns a page of search results of one kind in one round trip: rows that match all terms, among the first
 * `maxRowsPerTerm` that match the longest term.
 */
export async function findPage<Item>(
  db: Database,
  request: Request,
  { finder, q, after, size }: { finder: Finder<Item>; q: string; after?: string | undefined; size: number },
): Promise<{ items: Item[]; next: string | null }> {
  const terms = splitIntoTerms(q)
  const order = terms.join(' ')
  const mark = after === undefined ? null : readCursor(after, order, finder.keys)
  if (terms.length === 0) return { items: [], next: null }
  const page = { terms, lookedAt: maxRowsPerTerm, bound: mark?.bound ?? null, limit: size + 1 }
  const found = await db.read(request, (tx) => runSql<KeyedRow>(tx, finder.find(request.user, page)))
  const rows = found.slice(0, size)
  const last = rows.at(-1)
  const position = (mark?.position ?? 0) + rows.length
  return {
    items: rows.map((row) => finder.present(row as never, request.user)),
    next:
      found.length > size && last !== undefined
        ? writeCursor({ position, bound: { values: last.list_keys, isInclusive: false } }, order)
        : null,
  }
}
