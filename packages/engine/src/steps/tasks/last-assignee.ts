import { NeedsMore } from '../../outcome.ts'
import type { Step } from '../../step.ts'

/** Finds the last assignee of a user task that an instance has completed; null when there was none. */
export function findLastAssignee({ events, sources }: Step, instanceId: string, elementId: string): string | null {
  // What this run has completed is no history yet.
  const last = events.findLast(
    (event) =>
      event.type === 'taskEnded' &&
      event.reason === 'completed' &&
      event.task.instanceId === instanceId &&
      event.task.taskKey === elementId,
  )
  if (last?.type === 'taskEnded') return last.task.assignee
  if (sources.lastAssignee === undefined) return null
  const found = sources.lastAssignee(instanceId, elementId)
  if (found === undefined) throw new NeedsMore({ kind: 'lastAssignee', instanceId, elementId })
  return found
}
