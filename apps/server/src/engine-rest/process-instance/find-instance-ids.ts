import { sql } from 'kysely'
import { instanceHistoryQuery } from '../history/instance-history.ts'
import { bodyOf, textsOf } from '../http/body.ts'
import type { Call } from '../http/call.ts'
import { invalid } from '../http/rest-refusal.ts'
import { asId } from '../query/filters.ts'
import { runSql, scopeOf, whereOf } from '../query/list-query.ts'
import { instanceQuery } from './instance-query.ts'

/** Of one transaction. */
const mostAtOnce = 1_000

/** The instances that a body names, and those that its query of running ones or of history finds: each once. */
export async function findInstanceIds(call: Call): Promise<string[]> {
  const body = bodyOf(call)
  const { workplaceId } = call.actor
  const named = (textsOf(body, 'processInstanceIds') ?? []).map(asId)
  const running = body.processInstanceQuery
  const past = body.historicProcessInstanceQuery
  const found = await call.runtime.db.read(call.actor, async (tx) => {
    const rows: { id: string }[] = []
    if (running !== undefined && running !== null) {
      const scope = scopeOf(call, running)
      rows.push(
        ...(await runSql<{ id: string }>(
          tx,
          sql`select i.id from ${instanceQuery.from(scope)} where i.workplace_id = ${workplaceId}::uuid and ${whereOf(instanceQuery, scope)} order by i.id limit ${mostAtOnce + 1}`,
        )),
      )
    }
    if (past !== undefined && past !== null) {
      const scope = scopeOf(call, past)
      rows.push(
        ...(await runSql<{ id: string }>(
          tx,
          sql`select q.id from ${instanceHistoryQuery.from(scope)} where ${whereOf(instanceHistoryQuery, scope)} order by q.id limit ${mostAtOnce + 1}`,
        )),
      )
    }
    return rows
  })
  const ids = [...new Set([...named, ...found.map(({ id }) => id)])]
  if (ids.length <= mostAtOnce) return ids
  throw invalid(
    `Expected at most ${mostAtOnce} process instances, because all of them are changed in one transaction, but there are more. Use the asynchronous call, which changes them one by one.`,
  )
}
