import { createMeter, type Meter } from '@millrace/expressions'
import type { Budgets } from '../budgets.ts'
import type { Definition, Sources } from '../definition.ts'
import type { Effect } from '../outcome.ts'
import type { InstanceOutcome } from '../state/events.ts'
import { createState, type InstanceState, noRows } from '../state/instance-state.ts'
import type { Variable } from '../state/rows.ts'
import { createPath, type PathKeeper } from './path.ts'
import type { TrialSent } from './result.ts'
import type { TrialPlace, TrialStep } from './steps.ts'
import { listPlaced, type Placed } from './waiting.ts'

export interface TrialInput {
  /** The process that is tried. */
  readonly definition: Definition
  readonly steps: readonly TrialStep[]
  /** The task whose form is wanted. */
  readonly show: TrialPlace | null
  /** A process that does not exist is done by hand, as are decisions and what names Java. */
  readonly sources: Sources
  readonly zone: string
  readonly budgets: Budgets
  readonly mark?: (elementId: string) => void
}

/** A running trial: the data that its steps read and change. */
export interface Trial {
  readonly input: TrialInput
  readonly meter: Meter
  readonly definitions: Map<string, Definition>
  state: InstanceState
  now: Date
  userId: string | null
  status: 'new' | 'running' | InstanceOutcome
  serial: number
  readonly step: { index: number }
  readonly keys: Map<string, string>
  readonly path: PathKeeper
  readonly sent: TrialSent[]
  /** Variables of the process: they are kept when it has ended. */
  readonly kept: Map<string, Variable>
  /** The last assignees of completed tasks, by instance and user task. */
  readonly lastAssignees: Map<string, string | null>
  /** Messages that were thrown and may be waited for in the trial itself. */
  readonly thrown: Extract<Effect, { kind: 'message' }>[]
}

export const trialRootId = '00000000-0000-7000-8000-000000000000'

/** Creates a trial before its first step. */
export function createTrial(input: TrialInput): Trial {
  const keys = new Map<string, string>()
  const keyOf = (instanceId: string) => (instanceId === trialRootId ? null : (keys.get(instanceId) ?? null))
  return {
    input,
    meter: createMeter(input.budgets.work, 'work'),
    definitions: new Map([[input.definition.id, input.definition]]),
    state: createState({ rootId: trialRootId, ...noRows }),
    now: new Date(0),
    userId: null,
    status: 'new',
    serial: 0,
    step: { index: 0 },
    keys,
    path: createPath(keyOf),
    sent: [],
    kept: new Map(),
    lastAssignees: new Map(),
    thrown: [],
  }
}

/** Returns the process key of a called instance; null: the tried process. */
export function keyOf({ keys }: Trial, instanceId: string): string | null {
  return instanceId === trialRootId ? null : (keys.get(instanceId) ?? null)
}

export function listAll(trial: Trial): Placed[] {
  return listPlaced(trial.state, (id) => keyOf(trial, id))
}

export function definitionOf(trial: Trial, instanceId: string): Definition | null {
  const instance = trial.state.instances.get(instanceId)
  return (instance === undefined ? undefined : trial.definitions.get(instance.definitionId)) ?? null
}

export function isSamePlace(a: TrialPlace, b: TrialPlace): boolean {
  return a.element === b.element && a.index === b.index && a.process === b.process
}
