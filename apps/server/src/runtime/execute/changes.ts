import type { InstanceState, Task } from '@millrace/engine'
import type { NewNotice } from '../notices/new-notices.ts'

/** The users and topics that a commit concerns. It never has the content of the changes. */
export interface Changes {
  readonly workplaceId: string
  /** Roots in which anything happened. */
  readonly roots: ReadonlySet<string>
  /** Existing tasks that were changed or deleted. */
  readonly tasks: ReadonlySet<string>
  /**
   * Roots with changed variables and with open tasks that are not in `tasks`: their forms may show other values now.
   */
  readonly variablesOf?: ReadonlySet<string>
  /**
   * Users and groups who have, had, may or might have claimed a task that was created, changed or ended: `u:USER`,
   * `g:GROUP`; starters of instances that have moved: `s:USER`; and notified users: `n:USER`.
   */
  readonly people: ReadonlySet<string>
}

/** Creates a collector for the changes of a unit of work. */
export function collectChanges(workplaceId: string) {
  const roots = new Set<string>()
  const tasks = new Set<string>()
  const variablesOf = new Set<string>()
  const people = new Set<string>()
  return {
    workplaceId,
    roots,
    tasks,
    variablesOf,
    people,
    addNotices: (notices: readonly Pick<NewNotice, 'username'>[]) => {
      for (const { username } of notices) people.add(`n:${username}`)
    },
    /** Adds a completed run, before its rows are stored in memory. */
    add: (state: InstanceState) => {
      roots.add(state.rootId)
      const starter = (state.instances.get(state.rootId) ?? state.instances.before(state.rootId))?.startUserId
      if (starter != null) people.add(`s:${starter}`)
      const { inserted, updated, deleted } = state.tasks.changes()
      for (const task of inserted) addPeople(people, task)
      for (const task of updated) addPeople(people, task)
      for (const { id } of [...updated, ...deleted]) {
        tasks.add(id)
        addPeople(people, state.tasks.before(id))
      }
      if (hasChanges(state.variables.changes()) && hasOtherTasks(state, inserted.length + updated.length))
        variablesOf.add(state.rootId)
    },
  }
}

function hasChanges({ inserted, updated, deleted }: ReturnType<InstanceState['variables']['changes']>): boolean {
  return inserted.length + updated.length + deleted.length > 0
}

/** Returns whether the root has more open tasks than those of the run; true when not all of its rows are loaded. */
function hasOtherTasks({ isComplete, tasks }: InstanceState, count: number): boolean {
  return !isComplete || tasks.size > count
}

function addPeople(people: Set<string>, task: Task | null | undefined): void {
  if (task == null) return
  if (task.assignee !== null) people.add(`u:${task.assignee}`)
  for (const id of task.candidateUsers) people.add(`u:${id}`)
  for (const id of task.candidateGroups) people.add(`g:${id}`)
}
