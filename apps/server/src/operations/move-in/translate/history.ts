import { indexModel, isActivity } from '@millrace/bpmn'
import type { Definition, ElementInstance, ProcessInstance, Variable } from '@millrace/engine'
import type {
  EndedElement,
  EndedInstance,
  EndedTask,
  HistoryRows,
  VariableFact,
} from '../../../runtime/history/history-rows.ts'
import type { Ids } from '../ids.ts'
import type {
  HistoryDetailRow,
  HistoryInstanceRow,
  HistoryTaskRow,
  HistoryVariableRow,
  HistoryRows as SourceRows,
} from '../source/read-history.ts'
import type { ActivityInstanceRow } from '../source/rows.ts'
import { incidentFacts, jobFacts, workFacts } from './facts.ts'
import type { TranslatedInstance } from './places.ts'
import { translateValue } from './values.ts'

export interface HistoryContext {
  readonly rootId: string
  readonly ids: Ids
  readonly bytes: ReadonlyMap<string, Buffer>
  /** Running instances by the id of the source. */
  readonly running: ReadonlyMap<string, TranslatedInstance>
  readonly variables: ReadonlyMap<string, Variable>
  /**
   * Returns a definition by its id in the source; null for one that was not moved, which only means that its model is
   * missing.
   */
  readonly definitionOf: (sourceId: string) => Definition | null
}

/** Translates the history of running instances and of ended instances. */
export function translateHistory(rows: SourceRows, context: HistoryContext): HistoryRows {
  const detailsOf = Map.groupBy(rows.details, ({ var_inst_id_ }) => var_inst_id_ ?? '')
  return {
    instances: rows.instances.flatMap((row) => endedInstance(row, context)),
    elements: rows.activities.flatMap((row) => endedElement(row, context)),
    tasks: rows.tasks.flatMap((row) => endedTask(row, context)),
    variables: rows.variables.flatMap((row) => variableFacts(row, detailsOf.get(row.id_) ?? [], context)),
    facts: factsOf(rows, context),
  }
}

function factsOf({ incidents, jobs, work }: SourceRows, context: HistoryContext): HistoryRows['facts'] {
  const madeAt = new Map<string, string>()
  for (const { job_id_, job_state_, timestamp_ } of jobs) if (job_state_ === 0) madeAt.set(job_id_, timestamp_)
  for (const { ext_task_id_, state_, timestamp_ } of work) if (state_ === 0) madeAt.set(ext_task_id_, timestamp_)
  return [
    ...incidents.flatMap((row) => incidentFacts(row, context)),
    ...jobs.flatMap((row) => jobFacts(row, madeAt.get(row.job_id_) ?? row.timestamp_, context)),
    ...work.flatMap((row) => workFacts(row, madeAt.get(row.ext_task_id_) ?? row.timestamp_, context)),
  ]
}

function endedInstance(row: HistoryInstanceRow, { ids, rootId }: HistoryContext): EndedInstance[] {
  if (row.end_time_ === null) return []
  const instance: ProcessInstance = {
    id: ids.of(row.proc_inst_id_),
    rootId,
    definitionId: ids.of(row.proc_def_id_),
    businessKey: row.business_key_,
    title: null,
    callerElementId: null,
    callerInstanceId: row.super_process_instance_id_ === null ? null : ids.of(row.super_process_instance_id_),
    isSuspended: false,
    openChildren: 0,
    startedAt: row.start_time_,
    startUserId: row.start_user_id_,
    startElementId: row.start_act_id_,
    tenantId: row.tenant_id_,
  }
  const outcome = outcomes[row.state_ ?? ''] ?? (row.delete_reason_ === null ? 'completed' : 'deleted')
  const end = { endedAt: row.end_time_, reason: row.delete_reason_, endElementKey: row.end_act_id_ }
  return [{ instance, outcome, ...end }]
}

const outcomes: Readonly<Record<string, string>> = {
  COMPLETED: 'completed',
  EXTERNALLY_TERMINATED: 'deleted',
  INTERNALLY_TERMINATED: 'terminated',
}

const bodySuffix = '#multiInstanceBody'

function endedElement(row: ActivityInstanceRow, context: HistoryContext): EndedElement[] {
  if (row.end_time_ === null) return []
  const { ids } = context
  return [
    {
      element: {
        id: elementOf(row.proc_inst_id_, row.id_, context),
        instanceId: ids.of(row.proc_inst_id_),
        parentId: elementOf(row.proc_inst_id_, row.parent_act_inst_id_ ?? row.proc_inst_id_, context),
        elementId: keyOf(row),
        loop: loopOf(row, context),
        executionId: ids.of(row.execution_id_),
        tokenId: ids.of(row.execution_id_),
        flowId: null,
        state: 'active',
        openChildren: 0,
        data: null,
        startedAt: row.start_time_,
      },
      endedAt: row.end_time_,
      isCancelled: row.act_inst_state_ === 2 || isDeleted(row),
      endsPath: /endEvent$/i.test(row.act_type_),
      taskId: row.task_id_ === null ? null : ids.of(row.task_id_),
      assignee: row.assignee_,
      calledInstanceId: row.call_proc_inst_id_ === null ? null : ids.of(row.call_proc_inst_id_),
    },
  ]
}

/** Flowable gives the last run of a sequential activity the reason of the activity's end. */
function isDeleted({ delete_reason_ }: ActivityInstanceRow): boolean {
  return delete_reason_ != null && delete_reason_ !== 'MI_END'
}

function keyOf({ act_id_ }: ActivityInstanceRow): string {
  return act_id_.endsWith(bodySuffix) ? act_id_.slice(0, -bodySuffix.length) : act_id_
}

function loopOf(row: ActivityInstanceRow, { definitionOf }: HistoryContext): ElementInstance['loop'] {
  if (row.act_id_.endsWith(bodySuffix)) return 'body'
  const model = definitionOf(row.proc_def_id_)?.model
  const element = model === undefined ? undefined : indexModel(model).findElement(row.act_id_)
  return element !== undefined && isActivity(element) && element.loop?.kind === 'multi-instance' ? 'run' : null
}

/** The element instance that an activity instance is or was: of a process instance as a whole the instance. */
function elementOf(instanceId: string, activityInstanceId: string, { running, ids }: HistoryContext): string {
  const open = running.get(instanceId)?.elements.elementOfActivity(activityInstanceId)
  return open ?? ids.of(activityInstanceId)
}

function endedTask(row: HistoryTaskRow, context: HistoryContext): EndedTask[] {
  const { ids } = context
  if (row.end_time_ === null || row.proc_inst_id_ === null || row.proc_def_id_ === null) return []
  const reason = row.delete_reason_ ?? 'completed'
  return [
    {
      task: {
        id: ids.of(row.id_),
        instanceId: ids.of(row.proc_inst_id_),
        elementInstanceId: elementOf(row.proc_inst_id_, row.act_inst_id_ ?? row.id_, context),
        executionId: ids.of(row.execution_id_ ?? row.proc_inst_id_),
        definitionId: ids.of(row.proc_def_id_),
        taskKey: row.task_def_key_ ?? '',
        title: null,
        name: row.name_,
        description: row.description_,
        assignee: row.assignee_,
        owner: row.owner_,
        delegation: null,
        priority: row.priority_ ?? 50,
        dueAt: row.due_date_,
        followUpAt: row.follow_up_date_ ?? null,
        category: null,
        formKey: null,
        isSuspended: false,
        createdAt: row.start_time_,
        updatedAt: null,
        tenantId: row.tenant_id_,
        candidateUsers: [],
        candidateGroups: [],
        parentTaskId: null,
      },
      endedAt: row.end_time_,
      reason,
    },
  ]
}

/** Each value that a variable had, where the source kept them; else its last one. */
function variableFacts(
  row: HistoryVariableRow,
  details: readonly HistoryDetailRow[],
  context: HistoryContext,
): VariableFact[] {
  const { ids, bytes, variables } = context
  if (row.proc_inst_id_ === null) return []
  const live = variables.get(ids.of(row.id_))
  const instanceId = ids.of(row.proc_inst_id_)
  const scope =
    row.task_id_ !== null
      ? ids.of(row.task_id_)
      : elementOf(row.proc_inst_id_, row.act_inst_id_ ?? row.proc_inst_id_, context)
  const createdAt = row.create_time_ ?? details[0]?.time_ ?? null
  const factOf = (value: HistoryVariableRow | HistoryDetailRow, at: string, revision: number): VariableFact => ({
    id: ids.ordered(value.id_, at),
    at,
    variable: {
      id: ids.of(row.id_),
      instanceId,
      scopeId: live?.scopeId ?? scope,
      name: row.name_,
      value: translateValue({ ...value, type: value.var_type_, bytes: bytes.get(value.bytearray_id_ ?? '') ?? null }),
      revision,
      createdAt: createdAt ?? at,
    },
    elementId: null,
    isRemoved: false,
  })
  const sorted = details.toSorted((a, b) =>
    a.time_ < b.time_ ? -1 : a.time_ > b.time_ ? 1 : (a.rev_ ?? 0) - (b.rev_ ?? 0),
  )
  const facts = sorted.map((detail, index) => factOf(detail, detail.time_, index))
  const last = sorted.at(-1)
  if (last === undefined && createdAt !== null) facts.push(factOf(row, createdAt, 0))
  const end = facts.at(-1)
  // A variable that was deleted by hand before its scope ended.
  if (row.state_ === 'DELETED' && live === undefined && end !== undefined)
    facts.push({ ...end, id: ids.ordered(`deleted ${row.id_}`, end.at), isRemoved: true })
  return facts
}
