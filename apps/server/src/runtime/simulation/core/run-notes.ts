import type { ElementResult, SimulationNode, Times } from './model.ts'
import { summarise } from './statistics.ts'
import type { Visit } from './tokens.ts'
import { isWithinWindow, type Window } from './window.ts'

/** Collects the measurements of one simulation run. Only events inside the measured time window count. */
export interface RunNotes {
  /** An instance starts. */
  start(now: number): void
  /** An instance ends. */
  end(now: number, startedAt: number): void
  /** A person begins to work on an activity. */
  begin(at: number, visit: Visit): void
  /** An activity ends. */
  leave(now: number, visit: Visit): void
  result(nodes: readonly SimulationNode[]): {
    readonly started: number
    readonly ended: number
    readonly duration: Times
    readonly elements: readonly ElementResult[]
  }
}

export function createRunNotes(window: Window): RunNotes {
  const durations: number[] = []
  const took = new Map<number, number[]>()
  const waits = new Map<number, number[]>()
  let started = 0
  const note = (list: Map<number, number[]>, node: number, value: number) => {
    const known = list.get(node)
    if (known === undefined) list.set(node, [value])
    else known.push(value)
  }
  return {
    start: (now) => {
      if (isWithinWindow(window, now)) started++
    },
    end: (now, startedAt) => {
      if (isWithinWindow(window, now)) durations.push(now - startedAt)
    },
    begin: (at, { node, enteredAt }) => {
      if (isWithinWindow(window, at)) note(waits, node, at - enteredAt)
    },
    leave: (now, { node, enteredAt }) => {
      if (isWithinWindow(window, now)) note(took, node, now - enteredAt)
    },
    result: (nodes) => ({
      started,
      ended: durations.length,
      duration: summarise(durations),
      elements: nodes.flatMap(({ id, behaviour }, index): ElementResult[] => {
        if (behaviour.kind !== 'wait' && behaviour.kind !== 'work') return []
        const runs = took.get(index) ?? []
        const wait = behaviour.kind === 'work' ? summarise(waits.get(index) ?? []) : null
        return [{ id, count: runs.length, took: summarise(runs), wait }]
      }),
    }),
  }
}
