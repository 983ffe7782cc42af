import { Table, type TableProps } from '@mantine/core'
import classes from './plain-table.module.css'

/** A table that is a part of a page, as long as it is. `className` says what is its own. */
export function PlainTable({ className = '', ...table }: Omit<TableProps, 'className'> & { className?: string }) {
  return <Table {...table} className={`${classes.table} ${className}`} />
}
