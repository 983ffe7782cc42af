import { Table } from '@mantine/core'
import type { Person as PersonData } from '@millrace/contract'
import type { ReactNode } from 'react'
import { DateTime } from '../dates/dates.tsx'
import { Person } from '../person/person.tsx'
import { ScrollRegion } from '../scroll-region/scroll-region.tsx'
import { PlainTable } from '../table/plain-table.tsx'
import classes from './version-table.module.css'

/** A row of a table of versions. */
export interface VersionRow {
  readonly version: number
  readonly at: string
  readonly by: PersonData | null
  /** The note of the author, or the source of the version. */
  readonly note: ReactNode
  /** The actions or the state of the version. */
  readonly end: ReactNode
}

export interface VersionTableProps {
  readonly label: string
  /** The headings of the columns, except the last one. */
  readonly heads: readonly [version: string, at: string, by: string, note: string]
  readonly rows: readonly VersionRow[]
}

/** The versions of an object, newest first. Empty when there are none. */
export function VersionTable({ label, heads, rows }: VersionTableProps) {
  if (rows.length === 0) return null
  return (
    <ScrollRegion label={label} className={classes.scroll}>
      <PlainTable className={classes.table} aria-label={label} isStacked>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ version, at, by, note, end }) => (
            <Table.Tr key={version}>
              <Table.Td className="tn" data-label={heads[0]}>
                {version}
              </Table.Td>
              <Table.Td data-label={heads[1]}>
                <DateTime at={at} />
              </Table.Td>
              <Table.Td data-label={heads[2]}>
                <Person person={by} />
              </Table.Td>
              <Table.Td className={classes.note} data-label={heads[3]}>
                {note}
              </Table.Td>
              <Table.Td>
                <div className={classes.end}>{end}</div>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </PlainTable>
    </ScrollRegion>
  )
}
