import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { ScrollRegion } from '../scroll-region/scroll-region.tsx'
import { PlainTable } from '../table/plain-table.tsx'

interface Props {
  readonly label: string
  readonly className: string | undefined
  readonly columns: readonly string[]
  readonly rows: readonly (readonly ReactNode[])[]
  /** Content after the name of a column. */
  readonly renderAction?: (column: string) => ReactNode
}

/** The rows that an external system returned. Names of columns can repeat, and rows have no id: their order is the key. */
export function AnswerTable({ label, className, columns, rows, renderAction }: Props) {
  return (
    <ScrollRegion label={label} className={className}>
      <PlainTable aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a statement may call two columns the same
              <Table.Th key={index} scope="col">
                {column}
                {renderAction?.(column)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer have no other identity
            <Table.Tr key={at}>
              {columns.map((_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a statement may call two columns the same
                <Table.Td key={index}>{row[index]}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </PlainTable>
    </ScrollRegion>
  )
}
