import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { ScrollRegion } from '../scroll-region/scroll-region.tsx'
import { PlainTable } from '../table/plain-table.tsx'
import classes from './access.module.css'

export interface AccessColumn<Row> {
  readonly head: string
  readonly isWide?: boolean
  readonly cell: (row: Row) => ReactNode
}

interface Props<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  /** The first names the row. */
  readonly columns: readonly AccessColumn<Row>[]
  /** The button at the end of a row that ends its access. */
  readonly end: (row: Row) => ReactNode
}

/** A table of the sessions or API tokens of a user, each of which can be ended. */
export function AccessTable<Row extends { readonly id: string }>({ label, rows, columns, end }: Props<Row>) {
  return (
    <ScrollRegion label={label} className={classes.scroll}>
      <PlainTable className={classes.table} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ head }) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              {columns.map(({ head, isWide, cell }, at) => (
                <Table.Td key={head} className={isWide ? classes.wide : at === 0 ? classes.first : undefined}>
                  {cell(row)}
                </Table.Td>
              ))}
              <Table.Td className={classes.last}>{end(row)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </PlainTable>
    </ScrollRegion>
  )
}
