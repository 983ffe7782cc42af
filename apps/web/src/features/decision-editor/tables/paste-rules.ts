import type { DmnElement } from 'dmn-js-shared/lib/base/Manager'
import { readCells } from '../../../lib/read-cells.ts'
import { toCellText } from './cell-text.ts'
import { endTyping } from './typed-changes.ts'

interface Cell {
  readonly id: string
  readonly businessObject: DmnElement
}

interface Row {
  readonly cells: readonly Cell[]
  readonly businessObject: DmnElement
}

interface Sheet {
  getRoot(): { readonly rows?: readonly Row[]; readonly cols: readonly { readonly businessObject: DmnElement }[] }
}

interface Services {
  get(name: 'sheet'): Sheet
  get(name: 'modeling'): {
    addRow(row: { type: string }): void
    editCell(cell: DmnElement, text: string): void
    editAnnotation(rule: DmnElement, text: string): void
  }
}

interface Pasted {
  readonly row: number
  readonly column: number
  readonly lines: readonly (readonly string[])[]
}

interface CommandStack {
  registerHandler(name: string, handler: unknown): void
  execute(name: string, pasted: Pasted): void
}

const command = 'rules.paste'

/** Fills cells from one on to the right and down. Rules that are missing are added. One press undoes all of it. */
class PasteHandler {
  static $inject = ['injector']
  readonly #services: Services
  constructor(services: Services) {
    this.#services = services
  }

  preExecute({ row, column, lines }: Pasted): void {
    const modeling = this.#services.get('modeling')
    const root = () => this.#services.get('sheet').getRoot()
    const columns = root().cols.map(({ businessObject }) => readColumn(businessObject))
    for (const [index, line] of lines.entries()) {
      if (root().rows?.[row + index] === undefined) modeling.addRow({ type: 'dmn:DecisionRule' })
      const rule = root().rows?.[row + index]
      for (const [offset, text] of line.entries()) {
        const at = column + offset
        const [cell, of] = [rule?.cells[at], columns[at]]
        if (cell !== undefined && of !== undefined) modeling.editCell(cell.businessObject, toCellText(text, of))
        // The column of annotations comes last.
        else if (rule !== undefined && at === columns.length) modeling.editAnnotation(rule.businessObject, text.trim())
      }
    }
  }
}

function readColumn(clause: DmnElement) {
  const isInput = clause.$type === 'dmn:InputClause'
  const typed = isInput ? (clause.get('inputExpression') as DmnElement | undefined) : clause
  const typeRef = typed?.get('typeRef')
  return { isInput, typeRef: typeof typeRef === 'string' ? typeRef : null }
}

interface EventBus {
  on(event: string, listen: () => void): void
}

/**
 * Returns a module of dmn-js that pastes rows of a spreadsheet into the rules of a table, starting at the focused cell.
 * The handler finds the cell by its attribute `data-element-id`, so it works with any view of the table.
 */
export function pasteRulesIn(region: HTMLElement) {
  class PasteRules {
    static $inject = ['eventBus', 'commandStack', 'sheet']
    constructor(bus: EventBus, commands: CommandStack, sheet: Sheet) {
      commands.registerHandler(command, PasteHandler)
      const paste = (event: ClipboardEvent) => {
        const lines = readCells(event.clipboardData?.getData('text/plain') ?? '')
        const cell = event.target instanceof Element ? event.target.closest('[data-element-id]') : null
        if (lines === null || cell === null) return
        const place = findPlace(sheet, cell.getAttribute('data-element-id'))
        if (place === null) return
        event.preventDefault()
        event.stopPropagation()
        endTyping(region)
        // What is being typed there comes first.
        if (document.activeElement instanceof HTMLElement && document.activeElement !== cell)
          document.activeElement.blur()
        commands.execute(command, { ...place, lines })
      }
      document.addEventListener('paste', paste, true)
      bus.on('table.destroy', () => document.removeEventListener('paste', paste, true))
    }
  }
  return { __init__: ['pasteRules'], pasteRules: ['type', PasteRules] }
}

function findPlace(sheet: Sheet, id: string | null): { row: number; column: number } | null {
  const { rows = [] } = sheet.getRoot()
  const row = rows.findIndex(({ cells }) => cells.some((cell) => cell.id === id))
  return row < 0 ? null : { row, column: rows[row]?.cells.findIndex((cell) => cell.id === id) ?? 0 }
}
