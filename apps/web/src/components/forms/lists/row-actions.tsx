import IconArrowDown from 'icon:arrow-down'
import IconArrowUp from 'icon:arrow-up'
import IconPencil from 'icon:pencil'
import IconTrash from 'icon:trash'
import { ActionIcon } from '@mantine/core'
import type { NodeInstance, Row } from '@millrace/forms'
import { formTexts } from '../form-texts.ts'
import { labelOf } from '../instance-data.ts'
import classes from './lists.module.css'
import { nameRow, type RowChanges } from './use-rows.ts'

interface Props {
  readonly list: NodeInstance
  readonly row: Row
  readonly index: number
  readonly count: number
  readonly changes: RowChanges
}

/** The buttons that move and remove a row. */
export function RowActions({ list, row, index, count, changes }: Props) {
  if (!changes.canChange) return null
  const name = nameRow(list, index)
  const label = labelOf(list.planned.data)
  const shared = { variant: 'subtle', color: 'gray', size: 28 } as const
  return (
    <span className={classes.actions}>
      {changes.edit === undefined ? null : (
        <ActionIcon
          {...shared}
          data-action="edit"
          aria-label={formTexts.editRow(name, label)}
          onClick={() => changes.edit?.(row)}
        >
          <IconPencil size={16} stroke={1.6} />
        </ActionIcon>
      )}
      <ActionIcon
        {...shared}
        data-action="up"
        aria-label={formTexts.moveUp(name, label)}
        disabled={index === 0}
        onClick={() => changes.move(row, -1)}
      >
        <IconArrowUp size={16} stroke={1.6} />
      </ActionIcon>
      <ActionIcon
        {...shared}
        data-action="down"
        aria-label={formTexts.moveDown(name, label)}
        disabled={index === count - 1}
        onClick={() => changes.move(row, 1)}
      >
        <IconArrowDown size={16} stroke={1.6} />
      </ActionIcon>
      <ActionIcon
        {...shared}
        data-action="remove"
        aria-label={formTexts.removeRow(name, label)}
        onClick={() => changes.remove(row)}
      >
        <IconTrash size={16} stroke={1.6} />
      </ActionIcon>
    </span>
  )
}
