import { indexModel } from '@millrace/bpmn'
import type { Definition, Task } from '@millrace/engine'
import { type Ids, timeOfId } from '../ids.ts'
import type { Hierarchy } from '../source/read-hierarchies.ts'
import type { Places } from './places.ts'

/** A user or group that is related to a task in another role than assignee, owner and candidate. */
export interface TaskLink {
  readonly taskId: string
  readonly type: string
  readonly userId: string | null
  readonly groupId: string | null
}

/** Translates the open tasks of a hierarchy, with their candidates. */
export function translateTasks({ tasks, links }: Hierarchy, place: Places, ids: Ids): Task[] {
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
      followUpAt: row.follow_up_date_ ?? null,
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

/** Lists the relations of users and groups to tasks in other roles than assignee, owner and candidate. */
export function listLinks({ links }: Hierarchy, ids: Ids): TaskLink[] {
  return links
    .filter(({ type_ }) => type_ !== 'candidate' && type_ !== 'assignee' && type_ !== 'owner')
    .map(({ task_id_, type_, user_id_, group_id_ }) => ({
      taskId: ids.of(task_id_ ?? ''),
      type: type_ ?? '',
      userId: user_id_,
      groupId: group_id_,
    }))
}
