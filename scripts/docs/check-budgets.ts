import { type Budget, budgets } from '../../packages/contract/src/budgets.ts'
import type { Documents } from './documents.ts'

export const budgetChapter = 'docs/guide/budgets.md'

/** Checks that the budgets in the guide are those of the contract. Returns the problems. */
export function checkBudgets(documents: Documents): string[] {
  const text = documents.read(budgetChapter) ?? ''
  if (text === presentBudgets(text)) return []
  return [
    `${budgetChapter}: Expected the budgets of packages/contract/src/budgets.ts, but it has others. Run npm run node -- scripts/check-docs.ts --write.`,
  ]
}

const header = '| Budget | Default | Counts | If it is exceeded |'

/** Returns the chapter with the table of the contract's budgets. */
export function presentBudgets(text: string): string {
  const rows = Object.entries(budgets).map(
    ([name, budget]) => `| \`${name}\` | ${presentDefault(budget)} | ${budget.means} | ${ends(budget)} |`,
  )
  const [before = '', after = ''] = text.split(/^\| Budget \|.*\n(?:\|.*\n)*/m)
  return `${before}${header}\n|---|---|---|---|\n${rows.join('\n')}\n${after}`
}

function presentDefault({ default: value, unit }: Budget): string {
  const number = value.toLocaleString('en-US')
  switch (unit) {
    case 'count':
      return number
    case 'units':
    case 'ms':
    case 'characters':
    case 'bytes':
      return `${number} ${unit}`
    default:
      return unit satisfies never
  }
}

function ends({ code }: Budget): string {
  return code === null ? 'continues' : `\`${code}\``
}
