import type { CallActivity, FlowElement } from '@millrace/bpmn'
import { sql } from 'kysely'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import type { Call } from '../http/call.ts'
import type { Sql } from '../query/filters.ts'
import { fromQuery, noParameters, runSql } from '../query/list-query.ts'
import { conditionOf } from '../query/list-sql.ts'
import { type DefinitionRow, definitionQuery } from './definition-query.ts'
import { getDefinition } from './find-definition.ts'

/**
 * Lists the definitions that a process calls by a constant name in its model. Calls by an expression are not included.
 */
export async function listCalledDefinitions(call: Call): Promise<unknown> {
  const caller = await getDefinition(call)
  const { workplaceId } = call.actor
  const definition = await call.runtime.db.read(call.actor, (tx) =>
    getProcess(call.runtime, tx, workplaceId, { by: 'id', id: caller.id }),
  )
  const calls = Object.values(definition?.model.elements ?? {}).filter(isStatic)
  const found = new Map<string, { row: DefinitionRow; from: string[] }>()
  for (const element of calls) {
    const row = await findCalled(call, caller, element)
    if (row === undefined) continue
    const entry = found.get(row.id) ?? { row, from: [] }
    entry.from.push(element.id)
    found.set(row.id, entry)
  }
  return [...found.values()].map(({ row, from }) => ({
    ...row,
    calledFromActivityIds: from,
    callingProcessDefinitionId: caller.id,
  }))
}

function isStatic(element: FlowElement): element is CallActivity {
  return element.type === 'callActivity' && !element.isCase && element.calledElement?.language === 'literal'
}

async function findCalled(
  call: Call,
  caller: DefinitionRow,
  { calledElement, binding, tenantId }: CallActivity,
): Promise<DefinitionRow | undefined> {
  if (calledElement === null || (tenantId !== null && tenantId.language !== 'literal')) return undefined
  const bound = bindingOf(binding, caller)
  if (bound === null) return undefined
  const { workplaceId } = call.actor
  const tenant = tenantId?.text ?? caller.tenantId
  const [row] = await call.runtime.db.read(call.actor, (tx) =>
    runSql<DefinitionRow>(
      tx,
      sql`select ${definitionQuery.columns(noParameters(workplaceId))} from ${definitionQuery.from(noParameters(workplaceId))}
        where ${conditionOf(definitionQuery, { ...fromQuery(call), parameters: {} })} and d.key = ${calledElement.text} and d.tenant_id is not distinct from ${tenant} and ${bound}
        order by d.version desc limit 1`,
    ),
  )
  return row
}

/** Null for a version that only an expression knows. */
function bindingOf(binding: CallActivity['binding'], { deploymentId }: DefinitionRow): Sql | null {
  switch (binding.kind) {
    case 'id':
      return null
    case 'latest':
      return sql`true`
    case 'deployment':
      return sql`d.deployment_id = ${deploymentId}::uuid`
    case 'version':
      return binding.version.language === 'literal' ? sql`d.version::text = ${binding.version.text}` : null
    case 'versionTag':
      return binding.versionTag.language === 'literal' ? sql`d.version_tag = ${binding.versionTag.text}` : null
  }
}
