import { sql } from 'kysely'
import { setManyRetries as setMany } from '../../operations/external-tasks/set-many-retries.ts'
import { setTaskRetries } from '../../operations/external-tasks/set-task-retries.ts'
import { instanceHistoryQuery } from '../history/instance-history.ts'
import { type Body, bodyOf, integerOf, textsOf } from '../http/body.ts'
import type { Call } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { invalid, notFound, RestRefusal } from '../http/rest-refusal.ts'
import { instanceQuery } from '../process-instance/instance-query.ts'
import { asId, isId } from '../query/filters.ts'
import { type ListQuery, runSql, scopeOf, selectRows } from '../query/list-query.ts'
import { externalTaskQuery } from './external-task-query.ts'
import { idOf, missing } from './read-task.ts'

/** `PUT /external-task/{id}/retries`. */
export async function setRetries(call: Call): Promise<undefined> {
  const retries = readRetries(bodyOf(call), 'BadUserRequestException')
  orThrow(await setTaskRetries(call.context, call.request, { id: idOf(call), retries }), {
    gone: () => missing(call),
  })
  return undefined
}

/** `PUT /external-task/retries`: sets the retries of many external tasks, which are named or found by queries. */
export async function setManyRetries(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const retries = readRetries(body, 'InvalidRequestException')
  const ids = await selectTargets(call, body)
  if (ids.length === 0) throw invalid('externalTaskIds is empty')
  const gone = (id: string) => notFound(`Cannot find external task with id ${id}: externalTask is null`)
  const wrong = ids.find((id) => !isId(id))
  if (wrong !== undefined) throw gone(wrong)
  orThrow(await setMany(call.context, call.request, { ids, retries }), {
    answers: { 'thing.not-found': ({ details: [one] }) => gone(one?.where ?? '') },
  })
  return undefined
}

/** Returns the named external tasks, and those that the queries find directly or in the instances that they find. */
async function selectTargets(call: Call, body: Body): Promise<string[]> {
  const { workplaceId } = call.actor
  const named = textsOf(body, 'externalTaskIds') ?? []
  const instances = (textsOf(body, 'processInstanceIds') ?? []).map(asId)
  const found = await call.runtime.db.read(call.actor, async (tx) => {
    const find = async <Row extends { id: string }>(query: ListQuery<Row>, asked: unknown) =>
      asked == null ? [] : (await selectRows(tx, query, scopeOf(call, asked))).map(({ id }) => id)
    const tasks = await find(externalTaskQuery, body.externalTaskQuery)
    const ids = [
      ...instances,
      ...(await find(instanceQuery, body.processInstanceQuery)),
      ...(await find(instanceHistoryQuery, body.historicProcessInstanceQuery)),
    ]
    if (ids.length === 0) return tasks
    const inInstances = await runSql<{ id: string }>(
      tx,
      sql`select id from external_task where workplace_id = ${workplaceId}::uuid and instance_id = any(${ids}::uuid[])`,
    )
    return [...tasks, ...inInstances.map(({ id }) => id)]
  })
  return [...new Set([...named, ...found])]
}

function readRetries(body: Body, type: string): number {
  const retries = integerOf(body, 'retries')
  if (retries === null) throw invalid('The number of retries cannot be null.')
  if (retries < 0)
    throw new RestRefusal(
      400,
      type,
      'The number of retries cannot be negative: retries is not greater than or equal to 0',
      type === 'InvalidRequestException' ? null : 0,
    )
  return retries
}
