import IconArrowDown from 'icon:arrow-down'
import IconArrowUp from 'icon:arrow-up'
import IconChevronDown from 'icon:chevron-down'
import IconEyeOff from 'icon:eye-off'
import { Menu, Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './data-table.module.css'
import type { DataColumn } from './data-table.tsx'

interface Props<Row> {
  readonly column: DataColumn<Row>
  readonly direction: false | 'asc' | 'desc'
  readonly onSort: (sort: string | undefined) => void
  readonly onHide: () => void
}

/** The name of a column, with a menu where something can be done with it. */
export function ColumnHead<Row>({ column, direction, onSort, onHide }: Props<Row>) {
  const { t } = useTranslation()
  const { id, label, align, isSortable = false, isFixed = false, width } = column
  const Arrow = direction === 'asc' ? IconArrowUp : IconArrowDown
  const sorted = { asc: 'ascending', desc: 'descending' } as const
  return (
    <Table.Th
      scope="col"
      data-align={align}
      style={width === undefined ? undefined : { width }}
      aria-sort={direction === false ? undefined : sorted[direction]}
    >
      {isSortable || !isFixed ? (
        <Menu position={align === 'right' ? 'bottom-end' : 'bottom-start'}>
          <Menu.Target>
            <button
              type="button"
              className={classes.head}
              data-sorted={direction !== false || undefined}
              aria-label={t('common.columnMenu', { column: label })}
            >
              {label}
              {direction === false ? (
                <IconChevronDown size={14} stroke={1.6} className={classes.hint} aria-hidden />
              ) : (
                <Arrow size={14} stroke={1.6} aria-hidden />
              )}
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {isSortable ? (
              <>
                <Menu.Item leftSection={<IconArrowUp size={16} stroke={1.6} />} onClick={() => onSort(id)}>
                  {t('common.sortAscending')}
                </Menu.Item>
                <Menu.Item leftSection={<IconArrowDown size={16} stroke={1.6} />} onClick={() => onSort(`-${id}`)}>
                  {t('common.sortDescending')}
                </Menu.Item>
              </>
            ) : null}
            {isFixed ? null : (
              <Menu.Item leftSection={<IconEyeOff size={16} stroke={1.6} />} onClick={onHide}>
                {t('common.hideColumn')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      ) : (
        <span className={classes.head}>{label}</span>
      )}
    </Table.Th>
  )
}
