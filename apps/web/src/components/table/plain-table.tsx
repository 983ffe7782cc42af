import { Table, type TableProps } from '@mantine/core'
import classes from './plain-table.module.css'
import stacked from './stacked.module.css'

interface Props extends Omit<TableProps, 'className'> {
  /** Adds styles. */
  readonly className?: string
  /** On a phone, the cells of a row are below each other, each after its `data-label`, the name of its column. */
  readonly isStacked?: boolean
}

/** A table as part of a page, with any height. */
export function PlainTable({ className = '', isStacked = false, ...table }: Props) {
  const names = [classes.table, ...(isStacked ? [stacked.stacked] : []), className]
  return <Table {...table} className={names.join(' ')} />
}
