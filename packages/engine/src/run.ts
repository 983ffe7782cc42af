import type { Command } from './commands/command.ts'
import { carryOut } from './commands/index.ts'
import { type CommandResult, NeedsMore, type Outcome, Refused, StepFailure } from './outcome.ts'
import { createState, type InstanceState, type LoadedRows } from './state/instance-state.ts'
import { createStep, isOpenScope, type RunContext, type Step } from './step.ts'
import { checkConditions } from './steps/conditions.ts'
import { checkJoins } from './steps/joins.ts'

/**
 * Carries out one command on the rows of one root: decides, without doing anything outside. The same rows, command and
 * context give the same events, so a run that needed more can be repeated from the start.
 */
export function run(rows: LoadedRows, command: Command, context: RunContext): Outcome & { state?: InstanceState } {
  const state = createState(rows)
  const step = createStep(state, context)
  try {
    const result: CommandResult = carryOut(step, command) ?? {}
    workOff(step)
    return { kind: 'done', events: step.events, effects: step.effects, result, state }
  } catch (error) {
    if (error instanceof NeedsMore) return { kind: 'needs', need: error.need }
    if (error instanceof Refused) return { kind: 'refused', refusal: error.refusal }
    if (error instanceof StepFailure) return { kind: 'failed', failure: error.failure }
    throw error
  }
}

/** Until nothing is left: what changed variables set off comes first, then the agenda, then joins that others left alone. */
function workOff(step: Step): void {
  for (;;) {
    if (step.variableChanges.length > 0) checkConditions(step)
    const operation = step.agenda.pop()
    if (operation !== undefined) {
      if (isOpenScope(step, operation.scopeId)) operation.run()
    } else if (step.joinsToCheck.size > 0) checkJoins(step)
    else if (step.variableChanges.length === 0) return
  }
}
