import type { RunResult } from './core/model.ts'
import { simulate } from './core/simulate.ts'
import type { PreparedRun, PreparedSimulation } from './prepare.ts'

export interface SimulationTask {
  readonly prepared: Pick<PreparedSimulation, 'before' | 'after'> & { readonly check: PreparedRun | null }
  readonly number: number
}

/** The results of one run of each state, with the same random numbers. */
export interface SimulatedStates {
  readonly before: RunResult
  readonly after: RunResult
  readonly check: RunResult | null
}

/** Simulates the present state, the change and the checked days once, in a worker thread. */
export function runSimulation({ prepared: { before, after, check }, number }: SimulationTask): SimulatedStates {
  return {
    before: simulate({ ...before, number }),
    after: simulate({ ...after, number }),
    check: check && simulate({ ...check, number }),
  }
}
