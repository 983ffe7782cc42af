import { Checkbox, Skeleton, Table } from '@mantine/core'
import { isColumnOfDigits, type ListDescription, type SortKey } from '@millrace/contract'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ColumnLayout } from '../../../lib/preferences.ts'
import { type ArrangedColumn, canMove, moveColumn, pinColumn, showColumn } from '../columns/arrange-columns.ts'
import { ColumnHead } from './column-head.tsx'
import classes from './list-table.module.css'
import { isShifted, listSelection } from './row-selection.ts'
import { useListKeys } from './use-list-keys.ts'
import { usePinnedOffsets } from './use-pinned-offsets.ts'
import type { Selection } from './use-selection.ts'

export interface RowSource<Row> {
  /** Null while they are on their way. */
  readonly rows: readonly Row[] | null
  readonly getId: (row: Row) => string
  /** Names a row, for what can be done with it. */
  readonly nameOf: (row: Row) => string
  readonly cell: (name: string, row: Row) => ReactNode
  /** Actions of a row, at its end. */
  readonly actions: ((row: Row) => ReactNode) | undefined
}

interface Props<Row> extends RowSource<Row> {
  readonly label: string
  readonly list: ListDescription
  readonly columns: readonly ArrangedColumn[]
  readonly sort: readonly SortKey[]
  readonly onSort: (sort: readonly SortKey[]) => void
  readonly filtered: ReadonlySet<string>
  readonly onFilter: (name: string) => void
  readonly layout: ColumnLayout
  readonly onLayoutChange: (layout: ColumnLayout) => void
  readonly selection: Selection<Row> | null
  /** Old rows that are shown until the new ones arrive. */
  readonly isStale: boolean
}

/** From this many on, what a cell shows of a long text is less. */
const manyColumns = 7

/** Rows while they are on their way. */
const expectedRows = Array.from({ length: 12 }, (_, index) => index)

/** A table of rows from the server with columns that users arrange. The server sorts, filters and pages. */
export function ListTable<Row>(props: Props<Row>) {
  const { t } = useTranslation()
  const { label, columns, rows, getId, nameOf, cell, actions, selection, isStale } = props
  const table = useRef<HTMLTableElement>(null)
  const shown = columns.filter(({ isShown }) => isShown)
  const lead = selection === null ? 0 : 1
  const pinned = shown.filter(({ isPinned }) => isPinned).length
  const styleOf = usePinnedOffsets(table, pinned === 0 ? 0 : pinned + lead)
  const onKeyDown = useListKeys(table, listSelection(selection, rows))
  return (
    <Table
      ref={table}
      className={classes.table}
      data-many={shown.length >= manyColumns || undefined}
      aria-label={label}
      aria-busy={isStale || rows === null}
      stickyHeader
      withRowBorders={false}
      onKeyDown={onKeyDown}
    >
      <Table.Thead>
        <Table.Tr>
          {selection === null ? null : (
            <Table.Th scope="col" className={classes.select} {...styleOf(0)}>
              <Checkbox
                aria-label={t('list.selectAll')}
                checked={selection.isAll}
                indeterminate={selection.rows.length > 0 && !selection.isAll}
                onChange={selection.toggleAll}
              />
            </Table.Th>
          )}
          {shown.map((arranged, index) => (
            <Head key={arranged.name} arranged={arranged} style={styleOf(index + lead)} {...props} />
          ))}
          {actions === undefined ? null : (
            <Table.Th scope="col" className={classes.actions}>
              <span className={classes.quiet}>{t('list.actions')}</span>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows === null
          ? expectedRows.map((row) => (
              <Table.Tr key={`expected ${row}`}>
                {selection === null ? null : <Table.Td className={classes.select} />}
                {shown.map(({ name, column }, index) => (
                  <Table.Td key={name} data-align={isColumnOfDigits(column) ? 'right' : undefined}>
                    <Skeleton className={classes.bar} height={10} width={widths[(row + index * 2) % widths.length]} />
                  </Table.Td>
                ))}
                {actions === undefined ? null : <Table.Td />}
              </Table.Tr>
            ))
          : rows.map((row) => (
              <Table.Tr key={getId(row)} tabIndex={-1} data-selected={selection?.has(row) || undefined}>
                {selection === null ? null : (
                  <Table.Td className={classes.select} {...styleOf(0)}>
                    <Checkbox
                      aria-label={t('list.select', { name: nameOf(row) })}
                      checked={selection.has(row)}
                      onChange={(event) => (isShifted(event) ? selection.extendTo(row) : selection.toggle(row))}
                    />
                  </Table.Td>
                )}
                {shown.map(({ name, column }, index) => (
                  <Table.Td
                    key={name}
                    data-align={isColumnOfDigits(column) ? 'right' : undefined}
                    data-first={column.isFixed}
                    {...styleOf(index + lead)}
                  >
                    <div className={classes.cell}>{cell(name, row)}</div>
                  </Table.Td>
                ))}
                {actions === undefined ? null : <Table.Td className={classes.actions}>{actions(row)}</Table.Td>}
              </Table.Tr>
            ))}
      </Table.Tbody>
    </Table>
  )
}

const widths = ['62%', '44%', '71%', '53%', '38%'] as const

type PinnedStyle = ReturnType<ReturnType<typeof usePinnedOffsets>>

function Head<Row>(props: Props<Row> & { arranged: ArrangedColumn; style: PinnedStyle }) {
  const { arranged, style, list, sort, onSort, filtered, onFilter, layout, onLayoutChange } = props
  const { name, column } = arranged
  const key = sort.find((one) => one.name === name)
  const isPinned = layout.pinned?.includes(name) ?? false
  const move = (step: -1 | 1) =>
    canMove(list, layout, name, step) ? () => onLayoutChange(moveColumn(list, layout, name, step)) : undefined
  const [left, right] = [move(-1), move(1)]
  return (
    <Table.Th
      scope="col"
      data-align={isColumnOfDigits(column) ? 'right' : undefined}
      aria-sort={key === undefined ? undefined : key.isDescending ? 'descending' : 'ascending'}
      {...style}
    >
      <ColumnHead
        name={name}
        column={column}
        sort={sort}
        isFiltered={filtered.has(name)}
        isPinned={isPinned}
        {...(list.sorts.includes(name)
          ? { onSort: (next, isAdded) => onSort(isAdded ? [...sort, next] : [next]) }
          : {})}
        {...(Object.hasOwn(list.filters, name) ? { onFilter: () => onFilter(name) } : {})}
        onMove={{ ...(left ? { left } : {}), ...(right ? { right } : {}) }}
        onPin={() => onLayoutChange(pinColumn(layout, name, !isPinned))}
        {...(column.isFixed ? {} : { onHide: () => onLayoutChange(showColumn(layout, name, false)) })}
      />
    </Table.Th>
  )
}
