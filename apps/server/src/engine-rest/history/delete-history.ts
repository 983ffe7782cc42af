import { sql } from 'kysely'
import {
  deleteInstanceHistory,
  deleteOneVariableHistory,
  deleteVariableHistory,
} from '../../runtime/history/delete-history.ts'
import { type Call, pathOf } from '../http/call.ts'
import { notFound } from '../http/rest-refusal.ts'
import { asId } from '../query/filters.ts'
import { runSql } from '../query/list-query.ts'
import { allInstances } from '../query/sources.ts'

export async function deleteInstance(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  const isDeleted = await deleteInstanceHistory(call.runtime, call.actor, asId(id))
  if (!isDeleted && call.query.failIfNotExists !== 'false')
    throw notFound(`Historic process instance with id ${id} does not exist`, 0)
  return undefined
}

export async function deleteVariables(call: Call): Promise<undefined> {
  const { workplaceId } = call.actor
  const id = pathOf(call, 'id')
  const known = await call.runtime.db.read(call.actor, (tx) =>
    runSql(
      tx,
      sql`select id from ${allInstances} q where q.workplace_id = ${workplaceId}::uuid and q.id = ${asId(id)}::uuid`,
    ),
  )
  if (known.length === 0) throw notFound(`No historic process instance found with id: ${id}: instance is null`)
  await deleteVariableHistory(call.runtime, call.actor, asId(id))
  return undefined
}

export async function deleteVariable(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  if (!(await deleteOneVariableHistory(call.runtime, call.actor, asId(id))))
    throw notFound(`No historic variable instance found with id: ${id}: variable is null`, 0)
  return undefined
}
