import { useId } from 'react'
import type { ContainerProps, ContainerView } from '../layout-props.ts'
import { useNode, useNodeValue } from '../use-node.ts'
import { Heading } from './heading.tsx'
import classes from './layout.module.css'

/** Parts arranged in a table. It is a table for screen readers only if its columns have labels. */
export function Table({ node, headingLevel, Nodes }: ContainerProps) {
  const id = useId()
  const { label, help, columnLabels } = node.props
  const columns = Array.isArray(columnLabels) ? (columnLabels as readonly string[]) : []
  const rows = node.children.filter((child): child is ContainerView => child.kind === 'container')
  const hasRowLabels = rows.some(({ props }) => typeof props.label === 'string')
  return (
    <div className={classes.section}>
      {typeof label === 'string' ? <Heading id={id} level={headingLevel} text={label} help={help} /> : null}
      <div className={classes.tableFrame}>
        <table
          className={classes.table}
          role={columns.length === 0 ? 'presentation' : undefined}
          aria-labelledby={columns.length > 0 && typeof label === 'string' ? id : undefined}
        >
          {columns.length === 0 ? null : (
            <thead>
              <tr>
                {hasRowLabels ? <td /> : null}
                {columns.map((column, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns are told apart by their place alone
                  <th key={index} scope="col" className={classes.columnLabel}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {rows.map((row) => (
              <Row key={row.id} row={row} headingLevel={headingLevel} Nodes={Nodes} hasLabel={hasRowLabels} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

interface RowProps extends Pick<ContainerProps, 'headingLevel' | 'Nodes'> {
  readonly row: ContainerView
  readonly hasLabel: boolean
}

function Row({ row, headingLevel, Nodes, hasLabel }: RowProps) {
  const isVisible = useNodeValue(useNode(row.id), ({ state }) => state.visible)
  const { label } = row.props
  if (!isVisible) return null
  return (
    <tr>
      {hasLabel ? (
        <th scope="row" className={classes.rowLabel}>
          {typeof label === 'string' ? label : null}
        </th>
      ) : null}
      {row.children.map((child) => (
        <td key={child.id} className={classes.tableCell}>
          <Nodes nodes={[child]} headingLevel={headingLevel} />
        </td>
      ))}
    </tr>
  )
}
