import type { Variable } from '@millrace/engine'
import { type Ids, timeOfId } from '../ids.ts'
import type { Hierarchy } from '../source/read-hierarchies.ts'
import type { VariableRow } from '../source/rows.ts'
import type { Places } from './places.ts'
import { translateValue } from './values.ts'

/** Counters of the body of a multi-instance activity; all else on its execution is of the run. */
const bodyCounters: ReadonlySet<string> = new Set(['nrOfInstances', 'nrOfActiveInstances', 'nrOfCompletedInstances'])

/** Translates the variables of a hierarchy, without those of runs that have ended. */
export function translateVariables(hierarchy: Hierarchy, place: Places, ids: Ids): Variable[] {
  const ended = endedRuns(hierarchy, place)
  const history = new Map(hierarchy.history.variables.map((row) => [row.id_, row]))
  return hierarchy.variables.flatMap((row) => {
    if (row.execution_id_ === null || (row.task_id_ === null && ended.has(row.execution_id_))) return []
    const owner = scopeOf(row, place, ids)
    const createdAt = history.get(row.id_)?.create_time_ ?? timeOfId(row.id_) ?? new Date(0).toISOString()
    const bytes = row.bytearray_id_ === null ? null : (hierarchy.bytes.get(row.bytearray_id_) ?? null)
    const value = translateValue({ ...row, type: row.type_, bytes })
    return [{ id: ids.of(row.id_), ...owner, name: row.name_, value, revision: Math.max(row.rev_ - 1, 0), createdAt }]
  })
}

/** Executions of runs that have ended: their variables are over with them. */
function endedRuns({ executions }: Hierarchy, place: Places): ReadonlySet<string> {
  const ended = executions.filter(({ id_ }) => {
    const { elements } = place.translatedOf(id_)
    return elements.ownerOf(id_) === null && elements.activityOf(id_) === null
  })
  return new Set(ended.map(({ id_ }) => id_))
}

function scopeOf(row: VariableRow, place: Places, ids: Ids): Pick<Variable, 'instanceId' | 'scopeId'> {
  const { id, instanceId } = place.ownerOf(row.execution_id_ ?? '')
  if (row.task_id_ !== null) return { instanceId, scopeId: ids.of(row.task_id_) }
  const run = bodyCounters.has(row.name_) ? null : place.runIn(row.execution_id_ ?? '')
  return { instanceId, scopeId: run ?? id }
}
