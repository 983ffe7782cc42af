import { sql } from 'kysely'
import { runSql } from '../query/list-query.ts'
import { isDerived } from '../values/given-id.ts'
import { BinaryAnswer, type Call, FileContent, ListAnswer } from './call.ts'

/** The fields of answers that hold the id of a task. */
const taskIds = ['id', 'taskId', 'parentTaskId'] as const

type Item = Readonly<Record<string, unknown>>

/**
 * Replaces derived ids of tasks in an answer by the ids that clients gave them. Other ids are unchanged, and an answer
 * without derived ids costs no query.
 */
export async function nameGivenIds(call: Call, answer: unknown): Promise<unknown> {
  if (answer instanceof BinaryAnswer || answer instanceof FileContent) return answer
  if (answer instanceof ListAnswer) {
    const { portions } = answer
    const named = (async function* () {
      for await (const items of portions) yield await nameItems(call, items)
    })()
    return new ListAnswer(named, answer.end)
  }
  if (Array.isArray(answer)) return nameItems(call, answer)
  return isItem(answer) ? (await nameItems(call, [answer]))[0] : answer
}

async function nameItems(call: Call, items: readonly unknown[]): Promise<readonly unknown[]> {
  const ids = new Set(items.filter(isItem).flatMap((item) => taskIds.map((key) => item[key]).filter(isDerived)))
  if (ids.size === 0) return items
  const rows = await call.runtime.db.read(call.request, (tx) =>
    runSql<{ id: string; given: string }>(
      tx,
      sql`select id, given from given_task_id where workplace_id = ${call.request.workplaceId}::uuid and id = any(${[...ids]}::uuid[])`,
    ),
  )
  const texts = new Map(rows.map(({ id, given }) => [id, given]))
  return items.map((item) => (isItem(item) ? nameItem(item, texts) : item))
}

function nameItem(item: Item, texts: ReadonlyMap<string, string>): Item {
  const changed = taskIds.flatMap((key) => {
    const text = isDerived(item[key]) ? texts.get(item[key]) : undefined
    return text === undefined ? [] : [[key, text] as const]
  })
  return changed.length === 0 ? item : { ...item, ...Object.fromEntries(changed) }
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
