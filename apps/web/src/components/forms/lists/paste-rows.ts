import { isWritable, type NodeInstance, type Option, type Row, valueLimits } from '@millrace/forms'
import { foldText } from '../../../lib/fold-text.ts'
import type { FormStore } from '../form-store.ts'
import { fieldOf, listOf, optionsOf } from '../instance-data.ts'

interface Target {
  readonly list: NodeInstance
  /** The columns, by the ids of their nodes. */
  readonly cells: readonly string[]
  readonly row: Row
  /** The node in which it is pasted. */
  readonly node: string
}

/**
 * Writes the cells of a spreadsheet into a grid, from a cell to the right and down. Missing rows are added, up to the
 * maximum of the grid.
 *
 * @returns the number of filled rows.
 */
export function pasteRows(store: FormStore, lines: readonly (readonly string[])[], target: Target): number {
  const { list, cells, row, node } = target
  const { props } = listOf(list)
  const most = props.max ?? valueLimits.listRows
  const first = list.rows.indexOf(row)
  const column = cells.indexOf(node)
  let filled = 0
  for (const [index, line] of lines.entries()) {
    if (list.rows[first + index] === undefined) {
      if (props.fixed === true || list.rows.length >= most) break
      store.addRow(list)
    }
    const into = list.rows[first + index]
    if (into === undefined) break
    for (const [offset, text] of line.entries()) {
      const cell = cells[column + offset]
      if (cell === undefined) break
      const instance = store.getInstance(into, cell)
      if (!isWritable(instance) || instance.planned.data?.kind !== 'field') continue
      store.setEntry(
        instance,
        readCell(instance, text.trim(), store.getSnapshot(instance).options ?? optionsOf(fieldOf(instance))),
      )
      store.leave(instance)
    }
    filled += 1
  }
  return filled
}

/** Returns what a person would have entered: options are chosen by their labels too, boxes ticked by a word. */
function readCell(instance: NodeInstance, text: string, options: readonly Option[]): unknown {
  const type = instance.planned.data?.kind === 'field' ? instance.planned.data.type : ''
  if (type === 'checkbox')
    return /^(?:true|yes|x|1|✓)$/i.test(text) ? true : /^(?:|false|no|0)$/i.test(text) ? false : text
  if (options.length === 0) return text
  const find = (one: string) =>
    (options.find(({ value }) => value === one) ?? options.find(({ label }) => foldText(label) === foldText(one)))
      ?.value ?? one
  if (type !== 'multi-select' && type !== 'check-list') return text === '' ? null : find(text)
  return text === '' ? [] : text.split(',').map((one) => find(one.trim()))
}
