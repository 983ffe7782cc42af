import type { UserTask } from '@millrace/bpmn'
import type { Superior } from '../../definition.ts'
import { NeedsMore } from '../../outcome.ts'
import { getDefinition, getInstance, type Step } from '../../step.ts'
import { findLastAssignee } from './last-assignee.ts'

type Rule = Pick<UserTask, 'assignBy' | 'assigneeOf' | 'managerIn' | 'managerLevels'>

/** Finds the assignee by the rule of a user task; null: nobody, so candidates can claim it. */
export function assignByRule(
  step: Step,
  { assignBy, assigneeOf, managerIn, managerLevels }: Rule,
  task: { readonly instanceId: string; readonly users: readonly string[]; readonly groups: readonly string[] },
): string | null {
  switch (assignBy) {
    case 'manager': {
      const { instanceId } = task
      const person =
        assigneeOf === null ? findStarter(step, instanceId) : findLastAssignee(step, instanceId, assigneeOf)
      if (person === null) return null
      return findManager(step, { username: person, hierarchy: managerIn, levels: managerLevels })
    }
    case 'leastLoaded':
      return findLeastLoaded(step, task)
    case null:
      return null
    default:
      return assignBy satisfies never
  }
}

/** Finds the starter of the instance, or of the instance at the top of its calling instances. */
function findStarter(step: Step, instanceId: string): string | null {
  const { startUserId, rootId } = getInstance(step, instanceId)
  return startUserId ?? step.state.instances.get(rootId)?.startUserId ?? null
}

function findManager({ sources }: Step, superior: Superior): string | null {
  if (sources.manager === undefined) return null
  const found = sources.manager(superior)
  if (found === undefined) throw new NeedsMore({ kind: 'manager', superior })
  return found
}

/** What this run has given to people counts too, so that several tasks of one step go to several people. */
function findLeastLoaded(step: Step, { instanceId, users, groups }: Parameters<typeof assignByRule>[2]): string | null {
  const { events, sources } = step
  if (sources.workloads === undefined || users.length + groups.length === 0) return null
  const candidates = { processKey: getDefinition(step, instanceId).key, users, groups }
  const found = sources.workloads(candidates)
  if (found === undefined) throw new NeedsMore({ kind: 'workloads', candidates })
  const given = Map.groupBy(
    events.flatMap((event) => (event.type === 'taskCreated' ? [event.task.assignee] : [])),
    (assignee) => assignee,
  )
  const loads = found.map(({ username, openTasks }) => ({
    username,
    tasks: openTasks + (given.get(username)?.length ?? 0),
  }))
  // They come by name within a number.
  const least = loads.reduce((best: (typeof loads)[number] | null, one) => {
    if (best === null || one.tasks < best.tasks) return one
    return one.tasks === best.tasks && one.username < best.username ? one : best
  }, null)
  return least?.username ?? null
}
