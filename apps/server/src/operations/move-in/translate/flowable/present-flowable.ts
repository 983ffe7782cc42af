import type { ProcessModel } from '@millrace/bpmn'
import { calculatedType } from '../../source/flowable-values.ts'
import type { Hierarchy } from '../../source/read-hierarchies.ts'
import type { ExecutionRow, VariableRow } from '../../source/rows.ts'
import type { DefinitionLookup } from '../hierarchy.ts'
import { Untranslatable } from '../untranslatable.ts'
import { presentExecutions } from './present-executions.ts'
import { presentJob } from './present-job.ts'

/**
 * Returns the rows of a call hierarchy of Flowable in the form in which Camunda writes them. Flowable has an execution
 * for each token, each scope, each waiting boundary event and each waiting start event of an event sub-process.
 *
 * @throws Untranslatable with a code for states that Flowable stores in a way of its own.
 */
export function presentFlowable(hierarchy: Hierarchy, definitionOf: DefinitionLookup): Hierarchy {
  const modelOf = (row: Pick<ExecutionRow, 'proc_def_id_'>): ProcessModel => definitionOf(row.proc_def_id_).model
  const kept = hierarchy.subscriptions.find(({ event_type_ }) => event_type_ === 'compensate')
  if (kept !== undefined)
    throw new Untranslatable(
      'flowable-compensation',
      `Subscription ${kept.id_} is for compensation, which is not moved from Flowable.`,
    )
  const presented = presentExecutions(hierarchy, modelOf)
  const { executions } = presented
  const ownerOf = (id: string | null): string | null => (id === null ? null : presented.ownerOf(id))
  const models = new Map(executions.map((row) => [row.proc_inst_id_, modelOf(row)]))
  return {
    ...hierarchy,
    executions,
    variables: hierarchy.variables.flatMap((row) => presentVariable(row, { ...presented, ownerOf })),
    jobs: hierarchy.jobs.map((row) => ({
      ...presentJob(row, models.get(row.process_instance_id_ ?? '')),
      execution_id_: ownerOf(row.execution_id_),
    })),
    subscriptions: hierarchy.subscriptions.map((row) => ({ ...row, execution_id_: ownerOf(row.execution_id_) })),
    incidents: hierarchy.incidents.map((row) => ({ ...row, execution_id_: ownerOf(row.execution_id_) })),
  }
}

interface VariableContext {
  readonly ownerOf: (executionId: string | null) => string | null
  /** The execution that holds the place of a scope, which has the counter of a run. */
  readonly placeOf: (executionId: string) => string | null
  /** Runs of a body, by its execution. */
  readonly counts: ReadonlyMap<string, { readonly active: number; readonly completed: number }>
}

/** Returns no row for a variable of a run that has ended. */
function presentVariable(row: VariableRow, { ownerOf, placeOf, counts }: VariableContext): VariableRow[] {
  const executionId = ownerOf(row.execution_id_)
  if (executionId === null) return row.execution_id_ === null ? [row] : []
  const at = row.name_ === 'loopCounter' ? (placeOf(executionId) ?? executionId) : executionId
  if (row.type_ !== calculatedType) return [{ ...row, execution_id_: at }]
  const { active, completed } = counts.get(executionId) ?? { active: 0, completed: 0 }
  const long_ = String(row.name_ === 'nrOfCompletedInstances' ? completed : active)
  return [{ ...row, execution_id_: at, type_: 'integer', long_, text_: null, text2_: null }]
}
