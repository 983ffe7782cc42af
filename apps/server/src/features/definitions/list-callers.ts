import type { CallActivity, ProcessModel } from '@millrace/bpmn'
import { type DefinitionCallers, definitionLimits } from '@millrace/contract'
import { sql } from 'kysely'
import { noSuchProcess } from '../../operations/processes/policy.ts'
import { reaches } from '../../platform/auth/reach.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { seenDefinitions } from '../../runtime/rights/start-rights.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { findDefinition, presentReference, type ReferenceRow } from './definition-queries.ts'
import { findReadable } from './find-readable.ts'

/** Lists the processes that a version calls, and the processes whose newest version calls it. */
export function listCallers(runtime: Runtime, request: Request, id: string): Promise<DefinitionCallers> {
  const { workplaceId } = request.user
  return runtime.db.read(request, async (tx) => {
    const row = await findDefinition(tx, workplaceId, id)
    const seen = seenDefinitions(request.user)
    if (row === null || !reaches(seen, row.key)) throw noSuchProcess()
    const definition = await findReadable(runtime, tx, workplaceId, id)
    const calls = definition === null ? [] : listCalls(definition.model)
    const newest = await findNewest(
      tx,
      workplaceId,
      calls.flatMap(({ key }) => key),
    )
    const candidates = await findCandidates(tx, workplaceId, row.key)
    const calledBy: ReferenceRow[] = []
    for (const candidate of candidates.slice(0, definitionLimits.callers)) {
      const caller = await findReadable(runtime, tx, workplaceId, candidate.id)
      if (caller !== null && reaches(seen, candidate.key) && listCalls(caller.model).some(({ key }) => key === row.key))
        calledBy.push(candidate)
    }
    return {
      calls: calls.map(({ element, key }) => {
        const called = newest.get(key)
        return {
          elementId: element.id,
          elementName: element.name,
          calledKey: key,
          called: called === undefined || !reaches(seen, key) ? null : presentReference(called),
        }
      }),
      calledBy: calledBy.map(presentReference),
      isPartial: candidates.length > definitionLimits.callers,
    }
  })
}

interface ProcessCall {
  readonly element: CallActivity
  readonly key: string
}

/** Calls of processes; those of cases are left out. */
function listCalls({ elements }: ProcessModel): ProcessCall[] {
  return Object.values(elements).flatMap((element) =>
    element.type === 'callActivity' && !element.isCase && element.calledElement !== null
      ? [{ element, key: element.calledElement.text }]
      : [],
  )
}

async function findNewest(
  tx: Tx,
  workplaceId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, ReferenceRow>> {
  if (keys.length === 0) return new Map()
  const rows = await runSql<ReferenceRow>(
    tx,
    sql`select definition_id as id, key, name, version from process_listing where workplace_id = ${workplaceId} and key = any(${[...keys]}::text[]) order by tenant desc`,
  )
  return new Map(rows.map((row) => [row.key, row]))
}

/** Newest versions with a call whose file has the key in it: whether it is what they call, their models say. */
function findCandidates(tx: Tx, workplaceId: string, key: string): Promise<ReferenceRow[]> {
  return runSql<ReferenceRow>(
    tx,
    sql`select l.definition_id as id, l.key, l.name, l.version from process_listing l
        join process_definition d on d.workplace_id = l.workplace_id and d.id = l.definition_id
        join deployment_resource r on r.workplace_id = d.workplace_id and r.deployment_id = d.deployment_id and r.name = d.resource_name
      where l.workplace_id = ${workplaceId}
        and exists (select from process_element e where e.workplace_id = l.workplace_id and e.definition_id = l.definition_id and e.type = 'callActivity')
        and position(convert_to(${key}::text, 'UTF8') in r.bytes) > 0
      order by l.name_key, l.definition_id limit ${definitionLimits.callers + 1}`,
  )
}
