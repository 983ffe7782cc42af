import { Table, type TableProps } from '@mantine/core'
import classes from './plain-table.module.css'

interface Props extends Omit<TableProps, 'className'> {
  /** Adds styles. */
  readonly className?: string
  /** On a phone, the cells of a row are below each other, each after its `data-label`, the name of its column. */
  readonly isStacked?: boolean
}

/** A table as part of a page, with any height. */
export function PlainTable({ className = '', isStacked = false, ...table }: Props) {
  return <Table {...table} data-stacked={isStacked || undefined} className={`${classes.table} ${className}`} />
}
