import { sql } from 'kysely'
import { type Call, pathOf } from '../http/call.ts'
import { asId } from '../query/filters.ts'
import { runSql } from '../query/list-query.ts'
import { executionOfElement } from '../query/sources.ts'
import { getInstance } from './find-instance.ts'

interface ElementRow {
  readonly id: string
  readonly parentId: string
  readonly elementKey: string
  readonly state: string
  /** Whether it stands for all its runs together. */
  readonly isBody: boolean
  readonly executionId: string
  readonly name: string | null
  readonly type: string | null
}

interface IncidentRow {
  readonly id: string
  readonly elementId: string | null
  readonly activityId: string | null
}

/** Waits before or after all its runs. */
const isAsynchronousBody = sql`e.state in ('before', 'after') and exists (select 1 from job_definition jd
  where jd.workplace_id = i.workplace_id and jd.definition_id = i.definition_id and jd.element_key = e.element_key and jd.is_body)`

/** `GET /process-instance/{id}/activity-instances`: returns the current activities of an instance as a tree. */
export async function getActivityInstances(call: Call): Promise<unknown> {
  const instance = await getInstance(call)
  const { workplaceId } = call.actor
  const id = asId(pathOf(call, 'id'))
  const { elements, incidents, definitionName } = await call.runtime.db.read(call.actor, async (tx) => ({
    elements: await runSql<ElementRow>(
      tx,
      sql`select e.id, e.parent_id as "parentId", e.element_key as "elementKey", e.state, (e.loop is not distinct from 'body' or e.loop is null and ${isAsynchronousBody}) as "isBody", ${executionOfElement} as "executionId", m.name, m.type
        from instance i join element e on e.workplace_id = i.workplace_id and e.root_id = i.root_id and e.instance_id = i.id
          left join process_element m on m.workplace_id = i.workplace_id and m.definition_id = i.definition_id and m.element_key = e.element_key
        where i.workplace_id = ${workplaceId}::uuid and i.id = ${id}::uuid and e.state <> 'compensable' order by e.id`,
    ),
    incidents: await runSql<IncidentRow>(
      tx,
      sql`select n.id, n.element_id as "elementId", n.element_key as "activityId" from instance i join incident n on n.workplace_id = i.workplace_id and n.root_id = i.root_id and n.instance_id = i.id
        where i.workplace_id = ${workplaceId}::uuid and i.id = ${id}::uuid`,
    ),
    definitionName:
      (
        await runSql<{ name: string | null }>(
          tx,
          sql`select name from process_definition where workplace_id = ${workplaceId}::uuid and id = ${instance.definitionId}::uuid`,
        )
      )[0]?.name ?? null,
  }))
  const context: TreeContext = {
    instanceId: instance.id,
    definitionId: instance.definitionId,
    elementsIn: Map.groupBy(elements, ({ parentId }) => parentId),
    incidentsAt: Map.groupBy(incidents, ({ elementId }) => elementId),
  }
  const { children, transitions } = presentChildren(context, instance.id)
  return {
    id: instance.id,
    parentActivityInstanceId: null,
    activityId: instance.definitionId,
    activityType: 'processDefinition',
    processInstanceId: instance.id,
    processDefinitionId: instance.definitionId,
    childActivityInstances: children,
    childTransitionInstances: transitions,
    executionIds: [instance.id],
    activityName: definitionName,
    name: definitionName,
    incidentIds: [],
    incidents: [],
  }
}

interface TreeContext {
  readonly instanceId: string
  readonly definitionId: string
  /** By the scope around them. */
  readonly elementsIn: ReadonlyMap<string, readonly ElementRow[]>
  /** By the element that they are at. */
  readonly incidentsAt: ReadonlyMap<string | null, readonly IncidentRow[]>
}

function presentChildren(context: TreeContext, parentId: string): { children: unknown[]; transitions: unknown[] } {
  const inside = context.elementsIn.get(parentId) ?? []
  return {
    children: inside.filter((element) => !isTransition(element)).map((element) => presentElement(context, element)),
    transitions: inside.filter(isTransition).map((element) => presentTransition(context, element)),
  }
}

/**
 * Returns whether an element instance waits for an asynchronous continuation, which is a transition and not an
 * activity.
 */
function isTransition({ state }: ElementRow): boolean {
  return state === 'before' || state === 'after'
}

function presentElement(context: TreeContext, element: ElementRow): unknown {
  const { children, transitions } = presentChildren(context, element.id)
  return {
    ...presentCommon(context, element),
    childActivityInstances: children,
    childTransitionInstances: transitions,
    executionIds: [element.executionId],
  }
}

function presentTransition(context: TreeContext, element: ElementRow): unknown {
  return {
    ...presentCommon(context, element),
    id: element.executionId,
    executionId: element.executionId,
    targetActivityId: activityIdOf(element),
  }
}

function presentCommon(
  { instanceId, definitionId, incidentsAt }: TreeContext,
  element: ElementRow,
): Record<string, unknown> {
  const own = incidentsAt.get(element.id) ?? []
  const { isBody } = element
  return {
    id: element.id,
    parentActivityInstanceId: element.parentId,
    activityId: activityIdOf(element),
    activityType: isBody ? 'multiInstanceBody' : element.type,
    processInstanceId: instanceId,
    processDefinitionId: definitionId,
    activityName: isBody ? null : element.name,
    name: isBody ? null : element.name,
    incidentIds: own.map(({ id }) => id),
    incidents: own.map(({ id, activityId }) => ({ id, activityId })),
  }
}

function activityIdOf({ elementKey, isBody }: ElementRow): string {
  return isBody ? `${elementKey}#multiInstanceBody` : elementKey
}
