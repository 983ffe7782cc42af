import { createEventQueue, type EventQueue } from './event-queue.ts'
import type { BoundaryBehaviour, SimulationNode, SimulationRun } from './model.ts'
import { createPool, type Pool, type PoolTask } from './pool.ts'
import { createRunNotes, type RunNotes } from './run-notes.ts'
import type { Visit } from './tokens.ts'

export type SimulationEvent =
  | { readonly kind: 'hour'; readonly index: number }
  | { readonly kind: 'arrival' }
  /** A task of another process or role for the people of a role. */
  | { readonly kind: 'elsewhere'; readonly role: number }
  | { readonly kind: 'waited'; readonly visit: Visit }
  | { readonly kind: 'worked'; readonly role: number; readonly task: PoolTask }
  | { readonly kind: 'boundary'; readonly visit: Visit; readonly event: BoundaryBehaviour }

/** The state of a run that its parts share. */
export interface RunState {
  readonly run: SimulationRun
  readonly queue: EventQueue<SimulationEvent>
  readonly pools: readonly Pool[]
  /** The activity of each task of people. Tasks of other processes have none. */
  readonly visitOf: Map<PoolTask, Visit>
  readonly notes: RunNotes
  /** Milliseconds. */
  now: number
  /** Counted against the limit of the run. */
  steps: number
}

export function createRunState(run: SimulationRun): RunState {
  const window = { from: run.measureFrom, to: run.to }
  return {
    run,
    queue: createEventQueue<SimulationEvent>(),
    pools: run.model.roles.map((role) => createPool(role, window)),
    visitOf: new Map(),
    notes: createRunNotes(window),
    now: run.from,
    steps: 0,
  }
}

/** Returns a node by its index. */
export function nodeAt({ run }: Pick<RunState, 'run'>, index: number): SimulationNode {
  return run.model.nodes[index] as SimulationNode
}
