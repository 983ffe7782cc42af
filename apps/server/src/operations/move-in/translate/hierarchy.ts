import { indexModel } from '@millrace/bpmn'
import type {
  Definition,
  ElementInstance,
  ExternalTask,
  Incident,
  Job,
  LoadedRows,
  ProcessInstance,
  Subscription,
  Task,
  Variable,
} from '@millrace/engine'
import { type Ids, timeOfId } from '../ids.ts'
import type { Hierarchy } from '../source/read-hierarchies.ts'
import type { ExecutionRow, IncidentRow, VariableRow } from '../source/rows.ts'
import { type TranslatedElements, translateElements } from './elements.ts'
import { translateJob } from './jobs.ts'
import { translateSubscription } from './subscriptions.ts'
import { Untranslatable } from './untranslatable.ts'
import { translateValue } from './values.ts'

/** A call hierarchy as the engine keeps it, with what its tables of tasks and incidents have beyond that. */
export interface TranslatedHierarchy {
  readonly rows: LoadedRows
  /** Of the running instances, by the id of the source. */
  readonly instances: ReadonlyMap<string, TranslatedInstance>
  readonly links: readonly TaskLink[]
  readonly annotations: ReadonlyMap<string, string>
}

export interface TranslatedInstance {
  readonly instance: ProcessInstance
  readonly definition: Definition
  readonly elements: TranslatedElements
}

/** A user or group that is related to a task in another role than assignee, owner and candidate. */
export interface TaskLink {
  readonly taskId: string
  readonly type: string
  readonly userId: string | null
  readonly groupId: string | null
}

export type DefinitionLookup = (sourceId: string) => Definition

/**
 * Translates all running instances of a call hierarchy.
 *
 * @throws Untranslatable with a code, when a part of it has no equivalent: then the hierarchy stays where it is.
 */
export function translateHierarchy(
  hierarchy: Hierarchy,
  definitionOf: DefinitionLookup,
  ids: Ids,
): TranslatedHierarchy {
  const tops = hierarchy.executions.filter(({ parent_id_ }) => parent_id_ === null)
  const rowsOf = Map.groupBy(hierarchy.executions, ({ proc_inst_id_ }) => proc_inst_id_)
  const jobsOf = Map.groupBy(hierarchy.jobs, ({ process_instance_id_ }) => process_instance_id_ ?? '')
  const activitiesOf = Map.groupBy(hierarchy.history.activities, ({ proc_inst_id_ }) => proc_inst_id_)
  const counters = new Map(
    hierarchy.variables
      .filter(({ name_, task_id_ }) => name_ === 'loopCounter' && task_id_ === null)
      .map(({ execution_id_, long_ }) => [execution_id_, Number(long_ ?? 0)]),
  )
  const translated = new Map<string, TranslatedInstance>()
  for (const top of tops) {
    const definition = definitionOf(top.proc_def_id_)
    const elements = translateElements(
      definition,
      top,
      {
        executions: rowsOf.get(top.id_) ?? [],
        jobs: jobsOf.get(top.id_) ?? [],
        activities: activitiesOf.get(top.id_) ?? [],
        counterOf: (id) => counters.get(id) ?? 0,
      },
      ids,
    )
    translated.set(top.id_, { instance: instanceOf(hierarchy, top, definition, ids), definition, elements })
  }
  const place = createPlaces(hierarchy, translated, ids)
  const instances = [...translated.values()].map(({ instance, elements }) =>
    withCaller(withChildren(instance, elements.elements), hierarchy, place, ids),
  )
  for (const [id, one] of translated) {
    const instance = instances.find((row) => row.id === one.instance.id)
    if (instance !== undefined) translated.set(id, { ...one, instance })
  }
  return {
    rows: {
      rootId: ids.of(hierarchy.rootId),
      isComplete: true,
      instances,
      elements: [...translated.values()].flatMap(({ elements }) => elements.elements),
      variables: translateVariables(hierarchy, place, ids),
      tasks: translateTasks(hierarchy, place, ids),
      jobs: translateJobs(hierarchy, place, ids),
      subscriptions: translateSubscriptions(hierarchy, place, ids),
      externalTasks: translateExternalTasks(hierarchy, place, ids),
      incidents: translateIncidents(hierarchy, place, ids),
    },
    instances: translated,
    links: listLinks(hierarchy, ids),
    annotations: new Map(
      hierarchy.incidents.flatMap(({ id_, annotation_ }) => (annotation_ == null ? [] : [[ids.of(id_), annotation_]])),
    ),
  }
}

function instanceOf(hierarchy: Hierarchy, top: ExecutionRow, definition: Definition, ids: Ids): ProcessInstance {
  const past = hierarchy.history.instances.find(({ proc_inst_id_ }) => proc_inst_id_ === top.id_)
  return {
    id: ids.of(top.id_),
    rootId: ids.of(hierarchy.rootId),
    definitionId: definition.id,
    businessKey: top.business_key_,
    title: null,
    callerElementId: null,
    callerInstanceId: null,
    isSuspended: top.suspension_state_ === 2,
    openChildren: 0,
    startedAt: past?.start_time_ ?? timeOfId(top.id_) ?? new Date(0).toISOString(),
    startUserId: past?.start_user_id_ ?? null,
    startElementId: past?.start_act_id_ ?? null,
    tenantId: top.tenant_id_,
  }
}

function withChildren(instance: ProcessInstance, elements: readonly ElementInstance[]): ProcessInstance {
  const open = elements.filter(({ parentId, state }) => parentId === instance.id && state !== 'compensable')
  return { ...instance, openChildren: open.length }
}

function withCaller(instance: ProcessInstance, hierarchy: Hierarchy, place: Places, ids: Ids): ProcessInstance {
  const top = hierarchy.executions.find(({ id_ }) => ids.of(id_) === instance.id)
  if (top?.super_exec_ == null) return instance
  const caller = place.activityOf(top.super_exec_)
  return { ...instance, callerElementId: caller.id, callerInstanceId: caller.instanceId }
}

/** Finds where a row of an execution belongs. */
interface Places {
  /** The scope that owns variables, subscriptions and jobs of an execution. */
  ownerOf(executionId: string): Place
  /** The activity in which an execution is. */
  activityOf(executionId: string): Place
  runIn(executionId: string): string | null
  translatedOf(executionId: string): TranslatedInstance
}

interface Place {
  readonly id: string
  readonly instanceId: string
  readonly elementId: string
  readonly executionId: string
}

function createPlaces(hierarchy: Hierarchy, translated: ReadonlyMap<string, TranslatedInstance>, ids: Ids): Places {
  const instanceOf = new Map(hierarchy.executions.map(({ id_, proc_inst_id_ }) => [id_, proc_inst_id_]))
  const translatedOf = (executionId: string): TranslatedInstance => {
    const found = translated.get(instanceOf.get(executionId) ?? '')
    if (found === undefined) throw new Untranslatable('row-without-execution', `Execution ${executionId} is missing.`)
    return found
  }
  const elementById = new Map(
    [...translated.values()].flatMap(({ elements }) => elements.elements.map((one) => [one.id, one])),
  )
  const locate = (executionId: string, id: string | null): Place => {
    const { instance } = translatedOf(executionId)
    if (id === instance.id) return { id, instanceId: id, elementId: '', executionId: id }
    const element = elementById.get(id ?? '')
    if (element === undefined)
      throw new Untranslatable('row-without-execution', `Execution ${executionId} has no equivalent.`)
    return { id: element.id, instanceId: instance.id, elementId: element.elementId, executionId: ids.of(executionId) }
  }
  return {
    translatedOf,
    ownerOf: (id) => {
      const { elements } = translatedOf(id)
      return locate(id, elements.ownerOf(id) ?? elements.activityOf(id))
    },
    activityOf: (id) => {
      const { elements, instance } = translatedOf(id)
      return locate(id, elements.activityOf(id) ?? (elements.ownerOf(id) === instance.id ? instance.id : null))
    },
    runIn: (id) => translatedOf(id).elements.runIn(id),
  }
}

/** Counters of the body of a multi-instance activity; all else on its execution is of the run. */
const bodyCounters: ReadonlySet<string> = new Set(['nrOfInstances', 'nrOfActiveInstances', 'nrOfCompletedInstances'])

function translateVariables(hierarchy: Hierarchy, place: Places, ids: Ids): Variable[] {
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

function translateTasks({ tasks, links }: Hierarchy, place: Places, ids: Ids): Task[] {
  const linksOf = Map.groupBy(links, ({ task_id_ }) => task_id_ ?? '')
  return tasks.map((row) => {
    const at = place.activityOf(row.execution_id_ ?? '')
    const { definition } = place.translatedOf(row.execution_id_ ?? '')
    const candidates = (linksOf.get(row.id_) ?? []).filter(({ type_ }) => type_ === 'candidate')
    return {
      id: ids.of(row.id_),
      instanceId: at.instanceId,
      elementInstanceId: at.id,
      executionId: at.executionId,
      definitionId: definition.id,
      taskKey: row.task_def_key_ ?? at.elementId,
      title: null,
      name: row.name_,
      description: row.description_,
      assignee: row.assignee_,
      owner: row.owner_,
      delegation: row.delegation_ === 'PENDING' || row.delegation_ === 'RESOLVED' ? row.delegation_ : null,
      priority: row.priority_ ?? 50,
      dueAt: row.due_date_,
      followUpAt: row.follow_up_date_,
      category: null,
      formKey: formKeyOf(definition, row.task_def_key_),
      isSuspended: row.suspension_state_ === 2,
      createdAt: row.create_time_ ?? timeOfId(row.id_) ?? new Date(0).toISOString(),
      updatedAt: row.last_updated_ ?? null,
      tenantId: row.tenant_id_,
      candidateUsers: namesOf(candidates.map(({ user_id_ }) => user_id_)),
      candidateGroups: namesOf(candidates.map(({ group_id_ }) => group_id_)),
      parentTaskId: null,
    }
  })
}

/** Camunda reads the key from the model each time; one with an expression is evaluated when the task is created here. */
function formKeyOf({ model }: Definition, taskKey: string | null): string | null {
  const element = indexModel(model).findElement(taskKey ?? '')
  const key = element?.type === 'userTask' ? (element.form?.key ?? null) : null
  return key?.language === 'literal' ? key.text : null
}

function namesOf(names: readonly (string | null)[]): string[] {
  return [...new Set(names.filter((name) => name !== null))].sort()
}

function listLinks({ links }: Hierarchy, ids: Ids): TaskLink[] {
  return links
    .filter(({ type_ }) => type_ !== 'candidate' && type_ !== 'assignee' && type_ !== 'owner')
    .map(({ task_id_, type_, user_id_, group_id_ }) => ({
      taskId: ids.of(task_id_ ?? ''),
      type: type_ ?? '',
      userId: user_id_,
      groupId: group_id_,
    }))
}

function translateJobs({ jobs }: Hierarchy, place: Places, ids: Ids): Job[] {
  return jobs.map((row) => {
    const executionId = row.execution_id_ ?? row.process_instance_id_ ?? ''
    const { definition } = place.translatedOf(executionId)
    const isContinuation = row.handler_type_ === 'async-continuation'
    const at = isContinuation ? place.activityOf(executionId) : place.ownerOf(executionId)
    return translateJob(definition.model, row, {
      id: ids.of(row.id_),
      instanceId: at.instanceId,
      elementInstanceId: at.id,
      elementId: at.elementId,
      createdAt: row.create_time_ ?? timeOfId(row.id_) ?? new Date(0).toISOString(),
      subscriptionIdOf: (id) => ids.ordered(id, null),
    })
  })
}

function translateSubscriptions({ subscriptions }: Hierarchy, place: Places, ids: Ids): Subscription[] {
  return subscriptions.map((row) => {
    const executionId = row.execution_id_ ?? row.proc_inst_id_ ?? ''
    const { definition, elements } = place.translatedOf(executionId)
    const at = place.ownerOf(executionId)
    return translateSubscription(definition.model, row, {
      id: ids.ordered(row.id_, row.created_),
      instanceId: at.instanceId,
      elementInstanceId: at.id,
      executionId: at.executionId,
      keptOf: (id) => {
        const kept = elements.tree.get(id)
        return kept?.is_event_scope_ === true ? { id: ids.of(id), activityId: kept.act_id_ ?? '' } : null
      },
    })
  })
}

function translateExternalTasks({ externalTasks, bytes }: Hierarchy, place: Places, ids: Ids): ExternalTask[] {
  return externalTasks.map((row) => {
    const at = place.activityOf(row.execution_id_)
    return {
      id: ids.of(row.id_),
      instanceId: at.instanceId,
      elementInstanceId: at.id,
      elementId: row.act_id_,
      executionId: at.executionId,
      definitionId: place.translatedOf(row.execution_id_).definition.id,
      topic: row.topic_name_ ?? '',
      workerId: row.worker_id_,
      lockedUntil: row.lock_exp_time_,
      retries: row.retries_,
      errorMessage: row.error_msg_,
      errorDetails: bytes.get(row.error_details_id_ ?? '')?.toString('utf8') ?? null,
      priority: Number(row.priority_),
      isSuspended: row.suspension_state_ === 2,
      createdAt: row.create_time_ ?? timeOfId(row.id_) ?? new Date(0).toISOString(),
      tenantId: row.tenant_id_,
    }
  })
}

function translateIncidents({ incidents }: Hierarchy, place: Places, ids: Ids): Incident[] {
  const configurations = new Map(incidents.map(({ id_, configuration_ }) => [id_, configuration_]))
  return incidents.map((row) => {
    const at = placeOfIncident(row, place)
    const isOfWork = row.incident_type_ === 'failedJob' || row.incident_type_ === 'failedExternalTask'
    // In the instances that called, it is known by the incident that caused it.
    const configuration = row.configuration_ ?? configurations.get(row.root_cause_incident_id_ ?? '') ?? null
    return {
      id: ids.of(row.id_),
      instanceId: at.instanceId,
      elementInstanceId: at.id === at.instanceId ? null : at.id,
      elementId: row.failed_activity_id_ ?? row.activity_id_,
      type: row.incident_type_,
      sourceId: isOfWork && configuration !== null ? ids.of(configuration) : null,
      message: row.incident_msg_ ?? '',
      detail: isOfWork || configuration === null ? null : { configuration },
      causeId: ids.of(row.cause_incident_id_ ?? row.id_),
      rootCauseId: ids.of(row.root_cause_incident_id_ ?? row.id_),
      createdAt: row.incident_timestamp_,
    }
  })
}

function placeOfIncident({ execution_id_, proc_inst_id_ }: IncidentRow, place: Places): Place {
  return place.activityOf(execution_id_ ?? proc_inst_id_ ?? '')
}
