import type { AnswerOf, processCalls, RelatedInstance } from '@millrace/contract'
import { sql } from 'kysely'
import { can } from '../../operations/instances/policy.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { findReadable } from '../../runtime/definitions/definitions.ts'
import { readInstanceRights } from '../../runtime/rights/instance-rights.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { getVisibleInstance } from './get-instance.ts'
import { findInstance, type InstanceRow } from './instance-queries.ts'
import { presentDefinition, titleOf } from './present-instance.ts'

/** How many instances that it called are listed. */
const maxCalled = 500

/**
 * Lists the instance that called an instance, and the instances that it called, with whether the user may open each.
 */
export async function listRelated(
  runtime: Runtime,
  request: Request,
  id: string,
): Promise<AnswerOf<typeof processCalls.related>> {
  const { user } = request
  const { workplaceId } = user
  return runtime.db.read(request, async (tx) => {
    const { instance } = await getVisibleInstance(tx, user, id)
    const called = await runSql<{ id: string; element_key: string | null }>(tx, calledSql(workplaceId, instance))
    const definition = await findReadable(runtime, tx, workplaceId, { by: 'id', id: instance.definition_id })
    const nameOf = (key: string | null) => (key === null ? null : (definition?.model.elements[key]?.name ?? key))
    const caller = instance.caller_instance_id === null ? [] : [instance.caller_instance_id]
    const items = await Promise.all([
      ...caller.map((other) => present(tx, user, { id: other, relation: 'caller', step: null })),
      ...called
        .slice(0, maxCalled)
        .map(({ id: other, element_key }) =>
          present(tx, user, { id: other, relation: 'called', step: nameOf(element_key) }),
        ),
    ])
    return { items: items.filter((item) => item !== null), isCapped: called.length > maxCalled }
  })
}

function calledSql(workplaceId: string, { id, root_id }: InstanceRow) {
  return sql`select id, element_key from (
      select c.id, e.element_key from instance c left join element e on e.workplace_id = c.workplace_id and e.root_id = ${root_id} and e.id = c.caller_element_id
        where c.workplace_id = ${workplaceId} and c.caller_instance_id = ${id}
      union
      select e.called_instance_id, e.element_key from history_element e where e.workplace_id = ${workplaceId} and e.instance_id = ${id} and e.called_instance_id is not null
    ) c order by id limit ${maxCalled + 1}`
}

async function present(
  tx: Tx,
  user: Person,
  { id, relation, step }: { id: string } & Pick<RelatedInstance, 'relation' | 'step'>,
): Promise<RelatedInstance | null> {
  const [row, rights] = await Promise.all([
    findInstance(tx, user.workplaceId, id),
    readInstanceRights(tx, user, { id }),
  ])
  if (row === null) return null
  const canOpen = can(user, 'see', rights)
  return {
    id,
    relation,
    title: canOpen ? titleOf(row) : null,
    definition: presentDefinition({
      id: row.definition_id,
      key: row.key ?? '',
      name: row.name,
      version: row.version ?? 0,
    }),
    step,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at === null ? null : row.ended_at.toISOString(),
    canOpen,
  }
}
