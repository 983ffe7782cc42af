import type { HistoryLevel } from '@millrace/contract'
import type { Fact, FactKind } from './facts.ts'
import type { HistoryRows, VariableFact } from './history-rows.ts'

export type LevelOf = (instanceId: string) => HistoryLevel

/** Facts about changes by operators, which all levels except `none` keep. */
const ofOperators: ReadonlySet<FactKind> = new Set([
  'instance-modified',
  'instance-migrated',
  'instance-restarted',
  'change-undone',
])

/**
 * Removes the rows that the history level of each definition does not keep. At level `none` the instance and its tasks
 * stay: the clean-up finds everything else by the instance, and elements look up earlier assignees.
 */
export function restrictHistory(rows: HistoryRows, levelOf: LevelOf): HistoryRows {
  const keeps = (instanceId: string, ...levels: readonly HistoryLevel[]) => levels.includes(levelOf(instanceId))
  return {
    instances: rows.instances,
    elements: rows.elements.filter(({ element }) => keeps(element.instanceId, 'activity', 'audit', 'full')),
    tasks: rows.tasks,
    variables: lastOfAudit(
      rows.variables.filter(({ variable }) => keeps(variable.instanceId, 'audit', 'full')),
      levelOf,
    ),
    facts: rows.facts.filter((fact) => isKept(fact, levelOf(fact.instanceId))),
  }
}

function isKept({ kind }: Fact, level: HistoryLevel): boolean {
  return level === 'full' || (level !== 'none' && ofOperators.has(kind))
}

/** Keeps the last value of each variable in a run, for the level `audit`. */
function lastOfAudit(variables: readonly VariableFact[], levelOf: LevelOf): readonly VariableFact[] {
  if (variables.every(({ variable }) => levelOf(variable.instanceId) === 'full')) return variables
  const last = new Map(variables.map((one) => [one.variable.id, one.id]))
  return variables.filter(({ id, variable }) => levelOf(variable.instanceId) === 'full' || last.get(variable.id) === id)
}

/** Lists the variables whose earlier values are deleted, because only the last value is kept. */
export function replacedVariables({ variables }: HistoryRows, levelOf: LevelOf): readonly string[] {
  return variables.filter(({ variable }) => levelOf(variable.instanceId) === 'audit').map(({ variable }) => variable.id)
}
