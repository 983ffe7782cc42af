import type { ProcessModel, UserTask } from '@millrace/bpmn'
import type { MeasuredTask, Measures } from './measures.ts'

/** The users who do some of the user tasks of a process. */
export interface MeasuredRole {
  /** `group:KEY`, `lane:ID` or `task:ID`. */
  readonly id: string
  /** The key of the group, or the name of the lane or task. */
  readonly name: string
  readonly elementIds: readonly string[]
  readonly tasks: number
}

/**
 * Finds the roles of a process: for each task, the first candidate group of most of its completed tasks; without groups
 * its lane; without lanes the task itself.
 */
export function findRoles(model: ProcessModel, { tasks }: Pick<Measures, 'tasks'>): MeasuredRole[] {
  const roles = new Map<string, MeasuredRole>()
  for (const element of Object.values(model.elements)) {
    if (element.type !== 'userTask') continue
    const measured = tasks.filter(({ elementId }) => elementId === element.id)
    const { id, name } = roleOf(model, element, measured)
    const known = roles.get(id)
    roles.set(id, {
      ...{ id, name, elementIds: [...(known?.elementIds ?? []), element.id] },
      tasks: (known?.tasks ?? 0) + measured.reduce((sum, { count }) => sum + count, 0),
    })
  }
  return [...roles.values()]
}

/** Returns the measured work of an element for the group with the most completed tasks. */
export function mainTask(tasks: readonly MeasuredTask[], id: string): MeasuredTask | null {
  const own = tasks.filter(({ elementId }) => elementId === id)
  return own.reduce<MeasuredTask | null>((most, task) => (most === null || task.count > most.count ? task : most), null)
}

function roleOf({ lanes }: ProcessModel, { id, name }: UserTask, tasks: readonly MeasuredTask[]) {
  const group = mainTask(tasks, id)?.group ?? ''
  if (group !== '') return { id: `group:${group}`, name: group }
  // Lanes can be inside others: the last one is the innermost.
  const lane = lanes.findLast(({ elementIds }) => elementIds.includes(id))
  if (lane !== undefined) return { id: `lane:${lane.id}`, name: lane.name ?? lane.id }
  return { id: `task:${id}`, name: name ?? id }
}
