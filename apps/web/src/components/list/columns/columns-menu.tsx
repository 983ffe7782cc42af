import IconArrowDown from 'icon:arrow-down'
import IconArrowUp from 'icon:arrow-up'
import IconColumns3 from 'icon:columns-3'
import IconPin from 'icon:pin'
import IconPinFilled from 'icon:pin-filled'
import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core'
import type { ListDescription } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import type { ColumnLayout } from '../../../lib/preferences.ts'
import { AddVariable, type VariableNamesQuery } from './add-variable.tsx'
import { arrangeColumns, canMove, moveColumn, pinColumn, showColumn } from './arrange-columns.ts'
import classes from './columns-menu.module.css'
import { columnOfVariable, labelOfColumn } from './variable-columns.ts'

interface Props {
  readonly list: ListDescription
  readonly layout: ColumnLayout
  readonly onChange: (layout: ColumnLayout) => void
  /** Adds a column for a variable; left out where the list has none, or no more. */
  readonly onAdd?: ((name: string) => void) | undefined
  /** The variable names that are offered for columns. */
  readonly variableNames?: VariableNamesQuery | undefined
  readonly onReset: () => void
}

/** A menu to show, order and pin columns. */
export function ColumnsMenu({ list, layout, onChange, onAdd, variableNames, onReset }: Props) {
  const { t } = useTranslation()
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button size="xs" leftSection={<IconColumns3 size={15} stroke={1.6} />}>
          {t('list.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('list.columns')}>
        <ul className={classes.columns}>
          {arrangeColumns(list, layout).map(({ name, column, isShown }) => {
            const label = labelOfColumn(column, t)
            const isPinned = layout.pinned?.includes(name) ?? false
            const move = (step: -1 | 1) => onChange(moveColumn(list, layout, name, step))
            return (
              <li key={name} className={classes.column}>
                <Checkbox
                  className={classes.name}
                  label={label}
                  checked={isShown}
                  disabled={column.isFixed === true}
                  onChange={() => onChange(showColumn(layout, name, !isShown))}
                />
                <ActionIcon
                  size={24}
                  aria-label={t('list.moveLeftOf', { column: label })}
                  disabled={!canMove(list, layout, name, -1)}
                  onClick={() => move(-1)}
                >
                  <IconArrowUp size={14} stroke={1.6} />
                </ActionIcon>
                <ActionIcon
                  size={24}
                  aria-label={t('list.moveRightOf', { column: label })}
                  disabled={!canMove(list, layout, name, 1)}
                  onClick={() => move(1)}
                >
                  <IconArrowDown size={14} stroke={1.6} />
                </ActionIcon>
                <ActionIcon
                  size={24}
                  aria-label={t(isPinned ? 'list.unpinOf' : 'list.pinOf', { column: label })}
                  aria-pressed={isPinned}
                  onClick={() => onChange(pinColumn(layout, name, !isPinned))}
                >
                  {isPinned ? <IconPinFilled size={14} /> : <IconPin size={14} stroke={1.6} />}
                </ActionIcon>
              </li>
            )
          })}
        </ul>
        {onAdd === undefined || variableNames === undefined ? null : (
          <AddVariable
            names={variableNames}
            has={(name) => Object.hasOwn(list.columns, columnOfVariable(name))}
            onAdd={onAdd}
            isOfProperties={list.hasVariables === 'userProperty'}
          />
        )}
        <Button size="xs" variant="subtle" onClick={onReset}>
          {t('list.resetColumns')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
