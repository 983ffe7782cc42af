import { Button, Drawer } from '@mantine/core'
import type { NodeInstance, Row } from '@millrace/forms'
import { formTexts } from '../form-texts.ts'
import { labelOf } from '../instance-data.ts'
import type { ListComponentProps } from '../layout-props.ts'
import { RowContext } from '../use-node.ts'
import classes from './lists.module.css'
import { nameRow } from './use-rows.ts'

interface Props extends Pick<ListComponentProps, 'node' | 'Nodes' | 'headingLevel'> {
  readonly list: NodeInstance
  /** Null while none is filled. */
  readonly row: Row | null
  onClose(): void
}

/**
 * A drawer with the fields of one row. Values count immediately, so closing the drawer neither saves nor discards them.
 */
export function RowDrawer({ list, row, node, Nodes, onClose }: Props) {
  const name = row === null ? '' : nameRow(list, list.rows.indexOf(row))
  return (
    <Drawer
      opened={row !== null}
      onClose={onClose}
      position="right"
      title={`${labelOf(list.planned.data)}: ${name}`}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': formTexts.closeRow }}
    >
      {row === null ? null : (
        <RowContext value={row}>
          <div className={classes.drawer}>
            <Nodes nodes={node.children} headingLevel={3} />
            <Button variant="default" onClick={onClose}>
              {formTexts.closeRow}
            </Button>
          </div>
        </RowContext>
      )}
    </Drawer>
  )
}
