import type { OutOfAllowance } from '@millrace/expressions'
import type { Budgets } from './budgets.ts'
import { type Failure, StepFailure } from './outcome.ts'
import type { ElementInstance } from './state/rows.ts'
import type { Step } from './step.ts'

interface At {
  readonly element?: ElementInstance
  readonly elementId?: string
  readonly instanceId?: string
}

/**
 * Ends a run that would exceed a budget.
 *
 * @param found the amount that would be reached, such as `200000 variables`.
 */
export function exceed(step: Step, budget: keyof Budgets, found: string, at: At = {}): never {
  const most = step.budgets[budget]
  const message = `Expected at most ${most} ${units[budget]}, but there would be ${found}.`
  throw new StepFailure(failureOf(budget, { most, message }, at))
}

/**
 * Ends the run, because an expression, script or decision has exceeded a budget.
 *
 * @throws StepFailure
 */
export function failExceeded(exceeded: OutOfAllowance, at: At = {}): never {
  throw new StepFailure(failureOf(exceeded.limit, exceeded, at))
}

/** Returns the failure of a run that went beyond a budget: it names the element, the limit and what to do. */
export function failureOf(
  budget: keyof Budgets,
  { most, message }: { readonly most: number; readonly message: string },
  { element, elementId = element?.elementId, instanceId = element?.instanceId }: At,
): Failure {
  const where = elementId === undefined ? '' : ` at ${elementId}`
  return {
    code: 'engine.budget',
    message: `Beyond the budget “${budget}”${where}: ${message} ${advice[budget]}`,
    elementId: elementId ?? null,
    elementInstanceId: element?.id ?? null,
    instanceId: instanceId ?? null,
    detail: { budget, most },
  }
}

/** The unit of each budget. */
const units: Readonly<Record<keyof Budgets, string>> = {
  inline: 'units of work at once',
  work: 'units of work in one step',
  steps: 'elements entered in one step',
  openElements: 'elements open at once',
  variables: 'variables in an instance with all it calls',
  variableSize: 'characters and bytes in the variables of an instance with all it calls, or written in one step',
  callDepth: 'calls within calls',
  loopRuns: 'runs of a multi-instance activity',
  loopPortion: 'runs made in one step',
  textLength: 'characters in a text',
  listLength: 'items in a list',
  valueDepth: 'lists and objects within each other',
  scriptTime: 'milliseconds for a script',
  scriptMemory: 'bytes of memory for a script',
}

/** The advice for each exceeded budget. */
const advice: Readonly<Record<keyof Budgets, string>> = {
  inline: 'Run it where nobody waits for it.',
  work: 'Reduce its work: use shorter lists and texts, or several steps with asynchronous continuations.',
  steps: 'Check the model for a loop without a task, an event or an asynchronous continuation.',
  openElements: 'Check the model for paths that split repeatedly and do not join.',
  variables: 'Put many values into one list or object, or keep them in a system of their own.',
  variableSize: 'Keep large data outside, and in variables only where it is.',
  callDepth: 'Check the model for a process that calls itself.',
  loopRuns: 'Shorten the collection, or handle it in several activities.',
  loopPortion: 'Let jobs make the others.',
  textLength: 'Keep long texts outside of expressions, as files.',
  listLength: 'Filter the list at its source.',
  valueDepth: 'Flatten the value.',
  scriptTime: 'Let the script do less, or do the work in an external task.',
  scriptMemory: 'Reduce the memory of the script, or use an external task.',
}
