import type { PoolTask } from './pool.ts'
import type { Random } from './random.ts'

/** An instance of the simulated process. */
export interface Instance {
  readonly startedAt: number
  readonly random: Random
}

/** A process or sub-process with its tokens. */
export interface Scope {
  readonly instance: Instance
  /** The sub-process that runs; null: the instance itself. */
  readonly owner: Visit | null
  /** The number of all tokens: moving, in activities, and waiting at gateways. */
  tokens: number
  isActive: boolean
  readonly visits: Set<Visit>
  /** For each gateway with waiting tokens: their number by incoming flow. */
  readonly waiting: Map<number, number[]>
}

/** A token in an activity. */
export interface Visit {
  readonly scope: Scope
  readonly node: number
  readonly enteredAt: number
  isActive: boolean
  /** An interrupting event was drawn: the activity ends by it, also if its work is done before. */
  isDoomed: boolean
  /** For a run of a multi-instance activity: the visit of the whole activity. */
  readonly whole: Visit | null
  /** For a multi-instance activity: its current runs, and the number of runs that start later. */
  readonly runs: Set<Visit>
  left: number
  inner: Scope | null
  task: PoolTask | null
}

export function createScope(instance: Instance, owner: Visit | null): Scope {
  return { instance, owner, tokens: 0, isActive: true, visits: new Set(), waiting: new Map() }
}

export function createVisit(scope: Scope, node: number, enteredAt: number, whole: Visit | null): Visit {
  return {
    ...{ scope, node, enteredAt, isActive: true, isDoomed: false, whole },
    ...{ runs: new Set(), left: 0, inner: null, task: null },
  }
}
