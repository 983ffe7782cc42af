import type { UserTask } from '@millrace/bpmn'
import { getDefinition, getInstance, type Step } from '../../step.ts'
import { decideByRule, type RuledTask, type TaskRule } from './decide-by-rule.ts'
import { findLastAssignee } from './last-assignee.ts'

type Task = Pick<RuledTask, 'users' | 'groups' | 'value'> & { readonly instanceId: string }

/** Finds the assignee by the rule of a user task; null: nobody, so candidates can claim it. */
export function assignByRule(
  step: Step,
  rule: TaskRule & Pick<UserTask, 'assigneeOf'>,
  { instanceId, ...task }: Task,
): string | null {
  if (rule.assignBy === null) return null
  const { assigneeOf } = rule
  const { assignee } = decideByRule(step.sources, rule, {
    ...task,
    findPerson: () =>
      assigneeOf === null ? findStarter(step, instanceId) : findLastAssignee(step, instanceId, assigneeOf),
    processKey: getDefinition(step, instanceId).key,
    given: countGiven(step),
  })
  return assignee
}

/** Finds the starter of the instance, or of the instance at the top of its calling instances. */
function findStarter(step: Step, instanceId: string): string | null {
  const { startUserId, rootId } = getInstance(step, instanceId)
  return startUserId ?? step.state.instances.get(rootId)?.startUserId ?? null
}

/** How many tasks this run has given to each user. */
function countGiven({ events }: Step): Map<string | null, number> {
  const given = new Map<string | null, number>()
  for (const event of events)
    if (event.type === 'taskCreated') given.set(event.task.assignee, (given.get(event.task.assignee) ?? 0) + 1)
  return given
}
