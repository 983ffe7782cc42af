import { Table } from '@mantine/core'
import {
  columnVisibilityFeature,
  createColumnHelper,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type ReactNode, useMemo } from 'react'
import { ColumnHead } from './column-head.tsx'
import classes from './data-table.module.css'

export interface DataColumn<Row> {
  readonly id: string
  readonly label: string
  readonly cell: (row: Row) => ReactNode
  /** The server can sort by it. */
  readonly isSortable?: boolean
  /** Always shown. */
  readonly isFixed?: boolean
  readonly align?: 'right'
  /** A CSS width; columns without one share what is left. */
  readonly width?: string
}

interface Props<Row> {
  /** Accessible name of the table. */
  readonly label: string
  readonly columns: readonly DataColumn<Row>[]
  readonly rows: readonly Row[]
  readonly getRowId: (row: Row) => string
  /** Column with a hyphen before it for descending. */
  readonly sort: string | undefined
  readonly onSortChange: (sort: string | undefined) => void
  readonly hidden: readonly string[]
  readonly onHiddenChange: (hidden: readonly string[]) => void
  /** Old rows that are shown until the new ones arrive. */
  readonly isStale?: boolean
}

const features = tableFeatures({ columnVisibilityFeature, rowSortingFeature })

/** Rows of the server in columns that the user sorts and hides. Sorting, filtering and paging are the server's. */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { label, columns, rows, getRowId, sort, onSortChange, hidden, onHiddenChange, isStale = false } = props
  const definitions = useMemo(() => toDefinitions(columns), [columns])
  const data = useMemo(() => [...rows], [rows])
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId,
    manualSorting: true,
    state: {
      sorting: sort === undefined ? [] : [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }],
      columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])),
    },
  })
  const byId = new Map(columns.map((column) => [column.id, column]))
  return (
    <Table className={classes.table} aria-label={label} aria-busy={isStale} stickyHeader withRowBorders={false}>
      <Table.Thead>
        {table.getHeaderGroups().map((group) => (
          <Table.Tr key={group.id}>
            {group.headers.map((header) => {
              const column = byId.get(header.column.id)
              return column ? (
                <ColumnHead
                  key={header.id}
                  column={column}
                  direction={header.column.getIsSorted()}
                  onSort={onSortChange}
                  onHide={() => onHiddenChange([...hidden, column.id])}
                />
              ) : null
            })}
          </Table.Tr>
        ))}
      </Table.Thead>
      <Table.Tbody>
        {table.getRowModel().rows.map((row) => (
          <Table.Tr key={row.id}>
            {row.getVisibleCells().map((cell) => (
              <Table.Td key={cell.id} data-align={byId.get(cell.column.id)?.align}>
                <div className={classes.cell}>
                  <table.FlexRender cell={cell} />
                </div>
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function toDefinitions<Row extends object>(columns: readonly DataColumn<Row>[]) {
  const helper = createColumnHelper<typeof features, Row>()
  return columns.map((column) =>
    helper.display({ id: column.id, header: column.label, cell: ({ row }) => column.cell(row.original) }),
  )
}
