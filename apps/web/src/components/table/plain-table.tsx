import { Table, type TableProps } from '@mantine/core'
import classes from './plain-table.module.css'

/** A table as part of a page, with any height. `className` adds styles. */
export function PlainTable({ className = '', ...table }: Omit<TableProps, 'className'> & { className?: string }) {
  return <Table {...table} className={`${classes.table} ${className}`} />
}
