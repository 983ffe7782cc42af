import type { Event } from '../state/events.ts'
import type { TrialVisit } from './result.ts'

interface Visit extends TrialVisit {
  isCancelled: boolean
  readonly flow: string | null
}

/** Records the path of a trial. */
export interface PathKeeper {
  take(event: Event, step: number): void
  visits(): readonly TrialVisit[]
  /** Elements and flows of the process itself. */
  passed(): readonly string[]
}

/** The number of visits in a path; the last ones are kept, because a loop may cause very many. */
export const maxVisits = 2_000

/**
 * Creates the path of a trial.
 *
 * @param keyOf returns the key of the process of an instance; null: the tried one.
 */
export function createPath(keyOf: (instanceId: string) => string | null): PathKeeper {
  let visits: Visit[] = []
  const byInstance = new Map<string, Visit>()
  const waiting = new Map<string, Visit>()
  const passed = new Set<string>()
  const add = (id: string, visit: Visit) => {
    visits.push(visit)
    byInstance.set(id, visit)
    if (visits.length > 2 * maxVisits) visits = visits.slice(-maxVisits)
  }
  return {
    take: (event, step) => {
      switch (event.type) {
        case 'elementEntered': {
          const { id, instanceId, elementId, flowId, state, loop, startedAt } = event.element
          const process = keyOf(instanceId)
          if (process === null) {
            if (flowId !== null) passed.add(flowId)
            if (state !== 'before') passed.add(elementId)
          }
          // It is come to when its job has been done; of a loop its runs count.
          if (state === 'before' || loop === 'body') return
          add(id, { process, element: elementId, flow: flowId, step, at: startedAt, isCancelled: false })
          return
        }
        case 'elementChanged': {
          const visit = byInstance.get(event.id)
          if (event.patch.state === 'joining' && visit !== undefined) {
            // All that arrive at a join are one visit, when it goes on.
            visits = visits.filter((one) => one !== visit)
            byInstance.delete(event.id)
            waiting.set(event.id, visit)
          } else if (event.patch.state === 'active') {
            const joined = waiting.get(event.id)
            if (joined !== undefined) add(event.id, { ...joined, step })
            waiting.delete(event.id)
          }
          return
        }
        case 'elementLeft': {
          const visit = byInstance.get(event.element.id)
          if (visit !== undefined && event.isCancelled) visit.isCancelled = true
          byInstance.delete(event.element.id)
          waiting.delete(event.element.id)
          return
        }
        default:
      }
    },
    visits: () => visits.slice(-maxVisits).map(({ flow: _, ...visit }) => visit),
    passed: () => [...passed],
  }
}
