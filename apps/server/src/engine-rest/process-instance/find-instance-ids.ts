import { sql } from 'kysely'
import { pastInstances, readTargets, runningInstances } from '../batch/targets.ts'
import { bodyOf } from '../http/body.ts'
import type { Call } from '../http/call.ts'
import { invalid } from '../http/rest-refusal.ts'
import { runSql } from '../query/list-query.ts'

/** The number of instances that one transaction changes. */
const maxAtOnce = 1_000

/**
 * Returns the ids of the instances that a body names, and those that its queries of running and historic instances
 * find, without duplicates.
 */
export async function findInstanceIds(call: Call): Promise<string[]> {
  const { ids } = readTargets(call, bodyOf(call), {
    list: 'processInstanceIds',
    queries: [runningInstances, pastInstances],
  })
  if (ids === null) return []
  const found = await call.runtime.db.read(call.actor, (tx) =>
    runSql<{ id: string }>(tx, sql`select t.id from (${ids}) t order by t.id limit ${maxAtOnce + 1}`),
  )
  if (found.length <= maxAtOnce) return found.map(({ id }) => id)
  throw invalid(
    `Expected at most ${maxAtOnce} process instances, because all of them are changed in one transaction, but there are more. Use the asynchronous call, which changes them one by one.`,
  )
}
