import type { Sample } from './sample.ts'
import type { Spans } from './working-time.ts'

/** A process in the form that a simulation needs. Nodes, flows and roles are referred to by index. */
export interface SimulationModel {
  readonly nodes: readonly SimulationNode[]
  /** The start elements of instances, by frequency. */
  readonly starts: readonly Weighted[]
  readonly roles: readonly SimulationRole[]
}

export interface Weighted {
  readonly node: number
  readonly weight: number
}

export interface SimulationNode {
  readonly id: string
  /** The index of the sub-process around it; −1 for the process itself. */
  readonly scope: number
  readonly behaviour: Behaviour
  /** How its outgoing flows are taken. */
  readonly leaves: 'all' | 'one' | 'some'
  readonly flows: readonly SimulationFlow[]
  /** Which tokens a gateway waits for: one of each flow, or all that can still arrive. */
  readonly waitsFor: 'nothing' | 'each flow' | 'all that can arrive'
  /** The number of incoming flows. */
  readonly incoming: number
  readonly repeat: Repetition | null
  readonly boundary: readonly BoundaryBehaviour[]
}

export interface SimulationFlow {
  readonly node: number
  /** The number of this flow among the incoming flows of its target. */
  readonly arrival: number
  /** A weight among the flows if one is taken, a probability if some are. */
  readonly weight: number
}

export type Behaviour =
  /** Takes no time. */
  | { readonly kind: 'pass' }
  /** Takes time, and nobody works. */
  | { readonly kind: 'wait'; readonly took: Sample }
  /** Waits for a person of the role, who then works. */
  | { readonly kind: 'work'; readonly role: number; readonly work: Sample; readonly pauses: MeasuredPauses }
  /** Runs the children, each with its probability. */
  | { readonly kind: 'scope'; readonly children: readonly Weighted[] }
  | {
      readonly kind: 'end'
      /** Whether it ends the scope with all its tokens. */
      readonly isTerminating: boolean
      /** The sub-process that an error leaves and the boundary event that catches it. */
      readonly caughtBy: { readonly scope: number; readonly node: number } | null
    }

/**
 * The working time between the time when a person could start a task and the time when they start it. Null: no time.
 */
export interface MeasuredPauses {
  /** The pause if nobody was working when the task arrived. */
  readonly idle: Sample | null
  /** The pause if the task waited for a person. */
  readonly queued: Sample | null
}

export interface Repetition {
  readonly isSequential: boolean
  readonly times: Sample
}

/** An event at the boundary of an activity. */
export interface BoundaryBehaviour {
  readonly node: number
  readonly isInterrupting: boolean
  /** Milliseconds after which a timer fires, if the activity still runs. */
  readonly timer: number | null
  /** Without a timer: how often it happens for each run of the activity, and after what time. */
  readonly probability: number
  readonly after: Sample | null
}

export interface SimulationRole {
  readonly name: string
  readonly people: number
  /** Null: day and night. */
  readonly hours: Spans | null
  readonly costPerHour: number
  /** Tasks of other processes and roles that its people do, for each hour of their working hours. Null: none. */
  readonly elsewhere: { readonly perHour: number; readonly work: Sample } | null
}

/** One run of a simulation. Times are milliseconds. */
export interface SimulationRun {
  readonly model: SimulationModel
  /** The expected number of new instances in each hour from `from`. */
  readonly arrivals: readonly number[]
  readonly from: number
  /** The time from which results count; the time before fills the queues. */
  readonly measureFrom: number
  readonly to: number
  readonly seed: number
  /** Runs with another number draw other random numbers. */
  readonly number: number
  /** Events after which the run is cut off. */
  readonly maxEvents: number
}

/** Times are milliseconds; those without a value are null. */
export interface RunResult {
  readonly started: number
  readonly ended: number
  /** Running instances at the end. */
  readonly open: number
  readonly openAtStart: number
  readonly duration: Times
  readonly cost: number
  readonly roles: readonly RoleResult[]
  readonly elements: readonly ElementResult[]
  readonly events: number
  /** The run reached its limit of events before its end. */
  readonly isCut: boolean
}

export interface Times {
  readonly mean: number | null
  readonly median: number | null
  readonly p95: number | null
}

export interface RoleResult {
  readonly started: number
  readonly wait: Times
  /** The mean number of tasks that wait for a person. */
  readonly queue: number
  /** Milliseconds of work of all people on tasks of this role. */
  readonly work: number
  /** Milliseconds of their work on tasks of other processes and roles. */
  readonly elsewhere: number
  /** Milliseconds of working hours of all people. */
  readonly available: number
  readonly cost: number
}

export interface ElementResult {
  readonly id: string
  readonly count: number
  /** The time from the start of the element to its end. */
  readonly took: Times
  /** From the start of the element to the start of work; only for work of people. */
  readonly wait: Times | null
}
