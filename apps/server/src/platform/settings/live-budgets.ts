import { type BudgetName, type BudgetValues, budgets } from '@millrace/contract'
import { type BudgetKey, type InstallationValues, settings } from '@millrace/contract/settings'
import type { InstallationSettings } from './installation-settings.ts'

const names = Object.keys(budgets) as readonly BudgetName[]

/** Returns the budgets with which a server starts, from the current settings. */
export function budgetsOf(values: InstallationValues): BudgetValues {
  return Object.fromEntries(names.map((name) => [name, values[keyOf(name)]])) as BudgetValues
}

/**
 * Updates the budgets that are read at each use when their settings change. All parts of a server share the object, so
 * a change applies immediately. Other budgets keep their values from the start.
 *
 * @returns a function that stops it.
 */
export function keepBudgets(own: BudgetValues, installation: InstallationSettings): () => void {
  const changing = own as Record<BudgetName, number>
  const apply = (values: InstallationValues) => {
    for (const name of names) if (settings[keyOf(name)].needsRestart === undefined) changing[name] = values[keyOf(name)]
  }
  apply(installation.current())
  return installation.follow(apply)
}

function keyOf(name: BudgetName): BudgetKey {
  return `budget.${name}`
}
