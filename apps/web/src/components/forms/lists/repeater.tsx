import { useFormView } from '../form-view-context.ts'
import type { ListComponentProps } from '../layout-props.ts'
import { RowContext, useSnapshot } from '../use-node.ts'
import { ListFrame } from './list-frame.tsx'
import classes from './lists.module.css'
import { RowActions } from './row-actions.tsx'
import { nameRow, rowElementId, useRows } from './use-rows.ts'

/** A list whose rows are below each other, each with the whole template. */
export function Repeater({ node, instance, headingLevel, Nodes }: ListComponentProps) {
  const { formId } = useFormView()
  const { rows } = useSnapshot(instance)
  const changes = useRows(instance)
  return (
    <ListFrame instance={instance} changes={changes}>
      <ol className={classes.rows}>
        {rows.map((row, index) => (
          <li key={row.id} id={rowElementId(formId, row)} className={classes.row}>
            <div className={classes.rowHead}>
              <span className={classes.rowName}>{nameRow(instance, index)}</span>
              <RowActions list={instance} row={row} index={index} count={rows.length} changes={changes} />
            </div>
            <RowContext value={row}>
              <Nodes nodes={node.children} headingLevel={headingLevel} />
            </RowContext>
          </li>
        ))}
      </ol>
    </ListFrame>
  )
}
