import type { Definition, ElementInstance, LoadedRows, ProcessInstance } from '@millrace/engine'
import { type Ids, timeOfId } from '../ids.ts'
import type { Hierarchy } from '../source/read-hierarchies.ts'
import type { ExecutionRow } from '../source/rows.ts'
import { translateElements } from './elements.ts'
import { translateIncidents } from './incidents.ts'
import { createPlaces, type Places, type TranslatedInstance } from './places.ts'
import { listLinks, type TaskLink, translateTasks } from './tasks.ts'
import { translateVariables } from './variables.ts'
import { translateExternalTasks, translateJobs, translateSubscriptions } from './work.ts'

/** A translated call hierarchy: its state in the engine, and further data of its tasks and incidents. */
export interface TranslatedHierarchy {
  readonly rows: LoadedRows
  /** The translated running instances, by their id in the source. */
  readonly instances: ReadonlyMap<string, TranslatedInstance>
  readonly links: readonly TaskLink[]
  readonly annotations: ReadonlyMap<string, string>
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
