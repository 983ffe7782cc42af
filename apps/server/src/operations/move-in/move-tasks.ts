import { noRows, type Task } from '@millrace/engine'
import { adoptStatements } from '../../runtime/adopt/adopt-root.ts'
import { getStandaloneTasks, standaloneTasks } from '../../runtime/definitions/standalone-tasks.ts'
import { unitOfWork } from '../../runtime/execute/unit-of-work.ts'
import { isOfOtherTenant } from './is-of-other-tenant.ts'
import type { Moving } from './moving.ts'
import { countRestricted } from './restricted-variables.ts'
import { readVariables } from './source/flowable-values.ts'
import { readBytes } from './source/read-hierarchies.ts'
import type { IdentityLinkRow, TaskRow, VariableRow } from './source/rows.ts'
import { translateValue } from './translate/values.ts'

/** Moves tasks that belong to no process, with their variables and candidates. */
export async function moveTasks(moving: Moving): Promise<void> {
  const { source, ledger, report, keys, from } = moving
  let { done } = from
  if (keys !== null) return
  const where = `t.proc_inst_id_ is null and t.${source.family === 'flowable' ? 'scope_id_' : 'case_execution_id_'} is null`
  for await (const tasks of source.portions<TaskRow>('act_ru_task', where, [], { size: 100, after: from.after })) {
    const taskIds = tasks.map(({ id_ }) => id_)
    const known = await ledger.find('task', taskIds)
    const links = await source.select<IdentityLinkRow>('act_ru_identitylink', 'task_id_ = any($1)', [taskIds])
    const variables = await readVariables(source, 'task_id_ = any($1)', [taskIds])
    for (const task of tasks) {
      if (moving.isStopped()) return
      if (isOfOtherTenant(moving, task.tenant_id_)) continue
      report.add('standalone tasks', null, 'source')
      const when = known.get(task.id_)
      const own = <Row extends { readonly task_id_: string | null }>(rows: readonly Row[]) =>
        rows.filter(({ task_id_ }) => task_id_ === task.id_)
      if (when === undefined) await moveTask(moving, task, own(links), own(variables))
      report.add('standalone tasks', null, when ?? 'moved')
      if (when !== 'earlier') countRestricted(report, own(variables))
    }
    done += tasks.length
    await moving.reached({ after: tasks.at(-1)?.id_ ?? '', done, total: null })
  }
}

async function moveTask(
  { runtime, actor, source, ids, ledger, isDryRun }: Moving,
  row: TaskRow,
  links: readonly IdentityLinkRow[],
  variableRows: readonly VariableRow[],
): Promise<void> {
  const bytes = await readBytes(
    source,
    variableRows.map(({ bytearray_id_ }) => bytearray_id_),
  )
  if (isDryRun) return
  const id = ids.of(row.id_)
  const elementInstanceId = ids.of(`element ${row.id_}`)
  const createdAt = row.create_time_ ?? runtime.clock().toISOString()
  const { id: definitionId, element } = standaloneTasks
  await getStandaloneTasks()
  const candidates = links.filter(({ type_ }) => type_ === 'candidate')
  const task: Task = {
    id,
    instanceId: id,
    elementInstanceId,
    executionId: id,
    definitionId,
    taskKey: element,
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
    formKey: null,
    isSuspended: row.suspension_state_ === 2,
    createdAt,
    updatedAt: row.last_updated_ ?? null,
    tenantId: row.tenant_id_,
    candidateUsers: candidates.flatMap(({ user_id_ }) => (user_id_ === null ? [] : [user_id_])),
    candidateGroups: candidates.flatMap(({ group_id_ }) => (group_id_ === null ? [] : [group_id_])),
    parentTaskId: row.parent_task_id_ === null ? null : ids.of(row.parent_task_id_),
  }
  const statements = adoptStatements(
    actor,
    {
      rows: {
        rootId: id,
        ...noRows,
        instances: [
          {
            id,
            rootId: id,
            definitionId,
            businessKey: null,
            title: null,
            callerElementId: null,
            callerInstanceId: null,
            isSuspended: false,
            openChildren: 1,
            startedAt: createdAt,
            startUserId: null,
            startElementId: element,
            tenantId: row.tenant_id_,
          },
        ],
        elements: [
          {
            id: elementInstanceId,
            instanceId: id,
            parentId: id,
            elementId: element,
            state: 'active',
            loop: null,
            tokenId: id,
            executionId: id,
            flowId: null,
            openChildren: 0,
            data: null,
            startedAt: createdAt,
          },
        ],
        tasks: [task],
        variables: variableRows.map((variable) => ({
          id: ids.of(variable.id_),
          instanceId: id,
          scopeId: id,
          name: variable.name_,
          value: translateValue({
            ...variable,
            type: variable.type_,
            bytes: bytes.get(variable.bytearray_id_ ?? '') ?? null,
          }),
          revision: 0,
          createdAt,
        })),
      },
      history: { instances: [], elements: [], tasks: [], variables: [], facts: [] },
      definitionOf: () => definitionId,
      links: links
        .filter(({ type_ }) => type_ !== 'candidate' && type_ !== 'assignee' && type_ !== 'owner')
        .map(({ type_, user_id_, group_id_ }) => ({
          taskId: id,
          type: type_ ?? '',
          userId: user_id_,
          groupId: group_id_,
        })),
      annotations: new Map(),
    },
    runtime.newId,
  )
  await unitOfWork(runtime, actor, async (unit) => unit.write(ledger.mark('task', row.id_), ...statements))
}
