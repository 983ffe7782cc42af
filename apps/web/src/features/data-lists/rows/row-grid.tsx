import type { DataColumn } from '@millrace/contract'
import { type MouseEvent, memo, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { GridCell, GridRow } from './grid-edits.ts'
import { type GridPlace, isInRange } from './grid-range.ts'
import classes from './rows.module.css'
import type { UsedGrid } from './use-grid.ts'

interface Props {
  readonly table: RefObject<HTMLTableElement | null>
  readonly label: string
  readonly columns: readonly DataColumn[]
  readonly rows: readonly GridRow[]
  /** The number of the first row. */
  readonly from: number
  readonly grid: UsedGrid
  readonly isLocked: boolean
}

/** The grid of rows and columns: arrow keys move, typing edits, and ranges can be copied and pasted. */
export function RowGrid({ table, label, columns, rows, from, grid, isLocked }: Props) {
  const { t } = useTranslation()
  const { focus, range, typed } = grid
  // New rows have no number yet.
  let number = from - 1
  return (
    <table
      ref={table}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table in which the keyboard moves
      role="grid"
      aria-label={label}
      aria-readonly={isLocked}
      aria-multiselectable
      className={classes.grid}
      onKeyDown={grid.onKeyDown}
      onCopy={grid.onCopy}
      onPaste={grid.onPaste}
      onMouseDown={(event) => {
        const place = findCell(event)
        if (place !== null && typed === null) grid.go(place, { extend: event.shiftKey })
      }}
      onDoubleClick={(event) => {
        const place = findCell(event)
        if (place !== null) grid.open(place)
      }}
    >
      <thead>
        <tr>
          <th scope="col" className={classes.number}>
            <span className={classes.quiet}>#</span>
          </th>
          {columns.map((column) => (
            <th key={column.key} scope="col" data-align={column.type === 'number' ? 'right' : undefined}>
              {column.name}
              {column.isRequired ? <span aria-hidden> *</span> : null}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => {
          if (row.kind !== 'new') number += 1
          const name = row.kind === 'new' ? t('dataLists.newRow') : t('dataLists.rowNumber', { number })
          return (
            <tr key={row.id} data-kind={row.kind}>
              <th
                scope="row"
                className={classes.number}
                aria-label={row.kind === 'removed' ? `${name}, ${t('dataLists.removedRow')}` : name}
              >
                {row.kind === 'new' ? '+' : number.toLocaleString('en')}
              </th>
              {columns.map((column, at) => {
                const isFocused = focus.row === index && focus.column === at
                return (
                  <Cell
                    key={column.key}
                    cell={row.cells[at] ?? emptyCell}
                    place={`${index}.${at}`}
                    isNumber={column.type === 'number'}
                    isReached={isFocused && typed === null}
                    isSelected={isInRange(range, { row: index, column: at })}
                  >
                    {isFocused && typed !== null ? (
                      <input
                        className={classes.input}
                        aria-label={t('dataLists.cell', { column: column.name, row: name })}
                        // biome-ignore lint/a11y/noAutofocus: whoever begins to type in a cell goes on in it
                        autoFocus
                        value={typed}
                        onChange={(event) => grid.type(event.currentTarget.value)}
                        onBlur={grid.leave}
                      />
                    ) : null}
                  </Cell>
                )
              })}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const emptyCell: GridCell = { text: '', fault: null, isChanged: false }

interface CellProps {
  readonly cell: GridCell
  readonly place: string
  readonly isNumber: boolean
  /** The keyboard is here. */
  readonly isReached: boolean
  readonly isSelected: boolean
  /** The input in the cell; null when it is not being edited. */
  readonly children: ReactNode
}

/** A cell of the grid, rendered again only when it looks different. */
const Cell = memo(
  ({ cell, place, isNumber, isReached, isSelected, children }: CellProps) => (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid, which takes the focus
      role="gridcell"
      data-cell={place}
      data-align={isNumber ? 'right' : undefined}
      data-changed={cell.isChanged || undefined}
      data-fault={cell.fault === null ? undefined : true}
      aria-selected={isSelected}
      aria-invalid={cell.fault === null ? undefined : true}
      title={cell.fault ?? undefined}
      tabIndex={isReached ? 0 : -1}
    >
      {children ?? <span className={classes.text}>{cell.text}</span>}
    </td>
  ),
  (a, b) =>
    a.cell.text === b.cell.text &&
    a.cell.fault === b.cell.fault &&
    a.cell.isChanged === b.cell.isChanged &&
    a.place === b.place &&
    a.isNumber === b.isNumber &&
    a.isReached === b.isReached &&
    a.isSelected === b.isSelected &&
    a.children === null &&
    b.children === null,
)
Cell.displayName = 'Cell'

/** The cell that is pointed at; null between cells, and in the one that is typed in. */
function findCell({ target }: MouseEvent): GridPlace | null {
  if (!(target instanceof Element) || target instanceof HTMLInputElement) return null
  const [row, column] = (target.closest('[data-cell]')?.getAttribute('data-cell') ?? '').split('.').map(Number)
  return row === undefined || column === undefined ? null : { row, column }
}
