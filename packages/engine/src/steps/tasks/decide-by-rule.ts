import type { UserTask } from '@millrace/bpmn'
import type { Candidates, Members, Sources, Superior, Workload } from '../../definition.ts'
import { type Need, NeedsMore } from '../../outcome.ts'

/** The rule of a user task that finds an assignee if the model names none. */
export type TaskRule = Pick<
  UserTask,
  'assignBy' | 'managerIn' | 'managerLevels' | 'position' | 'positionIn' | 'userProperty'
>

export interface RuledTask {
  /** Returns the user whose manager is searched; null for none. */
  readonly findPerson: () => string | null
  readonly processKey: string
  readonly users: readonly string[]
  readonly groups: readonly string[]
  /** The value of the user property of the rule; null for rules without one. */
  readonly value: string | null
  /** How many tasks this run has given to users already. */
  readonly given: ReadonlyMap<string | null, number>
}

export interface RuleDecision {
  /** The assignee; null: none, so candidates can claim the task. */
  readonly assignee: string | null
  /** Available users with their open tasks, compared to find the fewest; null: the rule does not count tasks. */
  readonly loads: readonly Workload[] | null
}

type Known = Pick<Sources, 'manager' | 'workloads'>

/**
 * Returns the assignee that the rule of a user task finds.
 *
 * @throws NeedsMore when data is not loaded yet.
 */
export function decideByRule(sources: Known, rule: TaskRule, task: RuledTask): RuleDecision {
  const { assignBy, managerIn, managerLevels, position, positionIn, userProperty } = rule
  switch (assignBy) {
    case 'manager': {
      const username = task.findPerson()
      if (username === null) return nobody
      return { assignee: findManager(sources, { username, hierarchy: managerIn, levels: managerLevels }), loads: null }
    }
    case 'leastLoaded':
      return task.users.length + task.groups.length === 0 ? nobody : findLeastLoaded(sources, task)
    case 'position':
      if (position === null || positionIn === null) return nobody
      return findMember(sources, task, { by: 'position', hierarchy: positionIn, position })
    case 'property':
      if (userProperty === null || task.value === null || task.value === '') return nobody
      return findMember(sources, task, { by: 'property', key: userProperty, value: task.value })
    case null:
      return nobody
    default:
      return assignBy satisfies never
  }
}

/**
 * Returns the assignee that the rule of a user task would find now, for a preview; or the data that has to be loaded
 * first.
 */
export function previewRule(
  sources: Known,
  rule: TaskRule,
  task: Omit<RuledTask, 'given'>,
): RuleDecision | { readonly need: Need } {
  try {
    return decideByRule(sources, rule, { ...task, given: new Map() })
  } catch (error) {
    if (error instanceof NeedsMore) return { need: error.need }
    throw error
  }
}

const nobody: RuleDecision = { assignee: null, loads: null }

function findManager({ manager }: Known, superior: Superior): string | null {
  if (manager === undefined) return null
  const found = manager(superior)
  if (found === undefined) throw new NeedsMore({ kind: 'manager', superior })
  return found
}

function findMember(sources: Known, task: RuledTask, members: Members): RuleDecision {
  return findLeastLoaded(sources, { ...task, users: [], groups: [], members })
}

/** What this run has given to people counts too, so that several tasks of one step go to several people. */
function findLeastLoaded(
  { workloads }: Known,
  { processKey, users, groups, members, given }: RuledTask & Pick<Candidates, 'members'>,
): RuleDecision {
  if (workloads === undefined) return nobody
  const candidates = { processKey, users, groups, ...(members === undefined ? {} : { members }) }
  const found = workloads(candidates)
  if (found === undefined) throw new NeedsMore({ kind: 'workloads', candidates })
  const loads = found.map(({ username, openTasks }) => ({
    username,
    openTasks: openTasks + (given.get(username) ?? 0),
  }))
  // They come by name within a number.
  const least = loads.reduce((best: Workload | null, one) => {
    if (best === null || one.openTasks < best.openTasks) return one
    return one.openTasks === best.openTasks && one.username < best.username ? one : best
  }, null)
  return { assignee: least?.username ?? null, loads }
}
