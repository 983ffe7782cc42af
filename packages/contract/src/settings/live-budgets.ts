import type { Budget, BudgetName } from '../budgets.ts'

/** The maximum value of a budget that is a time, in milliseconds: one day. */
export const longestMs = 86_400_000

/**
 * Budgets that are read for each use, so that a change takes effect at once. The others hold from the start of a
 * server.
 */
const live = [
  ...['inline', 'work', 'callTime', 'jobTime', 'readTime', 'scriptTime', 'scriptMemory'],
  ...['textLength', 'listLength', 'valueDepth'],
  ...['steps', 'openElements', 'variables', 'variableSize', 'callDepth', 'loopRuns', 'loopPortion'],
  ...['modelLength', 'modelNodes', 'modelAttributes', 'processElements', 'tableCells'],
  ...['streams', 'callerStreams', 'addressUploads', 'linkUploads', 'publicUploads', 'addressConnections'],
  ...['answerValues', 'queryConditions'],
] as const satisfies readonly BudgetName[]

export const liveBudgets: ReadonlySet<string> = new Set<string>(live)

/** Returns the highest value of a budget. */
export function highestOf({ unit, max = Number.MAX_SAFE_INTEGER }: Budget): number {
  return unit === 'ms' ? longestMs : max
}
