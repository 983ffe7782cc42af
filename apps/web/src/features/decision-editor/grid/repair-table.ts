import type { TableRepair } from '@millrace/dmn'
import type { DecisionTableView } from './read-table.ts'
import type { TableCommands } from './table-commands.ts'

/** Applies the suggested repair of a problem. */
export function repairTable(commands: TableCommands, repair: TableRepair, table: DecisionTableView | null): void {
  switch (repair.kind) {
    case 'add-rule':
      commands.addRule(
        table?.rows.length ?? 0,
        repair.tests.map((test) => (test === '-' ? '' : test)),
      )
      break
    case 'narrow':
      commands.setCell(repair.rule - 1, repair.input, repair.test)
      break
    case 'remove-rule':
      commands.removeRule(repair.rule - 1)
      break
  }
}
