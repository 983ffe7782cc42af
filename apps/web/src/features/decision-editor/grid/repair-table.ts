import type { TableRepair } from '@millrace/dmn'
import type { DecisionTableView } from './read-table.ts'
import type { TableDeeds } from './table-deeds.ts'

/** Carries out the proposed repair of a problem. */
export function repairTable(deeds: TableDeeds, repair: TableRepair, table: DecisionTableView | null): void {
  switch (repair.kind) {
    case 'add-rule':
      deeds.addRule(
        table?.rows.length ?? 0,
        repair.tests.map((test) => (test === '-' ? '' : test)),
      )
      break
    case 'narrow':
      deeds.setCell(repair.rule - 1, repair.input, repair.test)
      break
    case 'remove-rule':
      deeds.removeRule(repair.rule - 1)
      break
  }
}
