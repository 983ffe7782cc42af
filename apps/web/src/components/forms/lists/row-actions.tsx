import IconArrowDown from 'icon:arrow-down'
import IconArrowUp from 'icon:arrow-up'
import IconPencil from 'icon:pencil'
import IconTrash from 'icon:trash'
import { ActionIcon } from '@mantine/core'
import type { NodeInstance, Row } from '@millrace/forms'
import { formTexts } from '../form-texts.ts'
import { labelOf } from '../instance-data.ts'
import classes from './lists.module.css'
import { nameRow, type RowDeeds } from './use-rows.ts'

interface Props {
  readonly list: NodeInstance
  readonly row: Row
  readonly index: number
  readonly count: number
  readonly deeds: RowDeeds
}

/** The buttons that move and remove a row. */
export function RowActions({ list, row, index, count, deeds }: Props) {
  if (!deeds.canChange) return null
  const name = nameRow(list, index)
  const label = labelOf(list.planned.data)
  const shared = { variant: 'subtle', color: 'gray', size: 28 } as const
  return (
    <span className={classes.actions}>
      {deeds.edit === undefined ? null : (
        <ActionIcon
          {...shared}
          data-deed="edit"
          aria-label={formTexts.editRow(name, label)}
          onClick={() => deeds.edit?.(row)}
        >
          <IconPencil size={16} stroke={1.6} />
        </ActionIcon>
      )}
      <ActionIcon
        {...shared}
        data-deed="up"
        aria-label={formTexts.moveUp(name, label)}
        disabled={index === 0}
        onClick={() => deeds.move(row, -1)}
      >
        <IconArrowUp size={16} stroke={1.6} />
      </ActionIcon>
      <ActionIcon
        {...shared}
        data-deed="down"
        aria-label={formTexts.moveDown(name, label)}
        disabled={index === count - 1}
        onClick={() => deeds.move(row, 1)}
      >
        <IconArrowDown size={16} stroke={1.6} />
      </ActionIcon>
      <ActionIcon
        {...shared}
        data-deed="remove"
        aria-label={formTexts.removeRow(name, label)}
        onClick={() => deeds.remove(row)}
      >
        <IconTrash size={16} stroke={1.6} />
      </ActionIcon>
    </span>
  )
}
