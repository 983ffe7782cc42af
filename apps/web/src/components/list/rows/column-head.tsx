import IconArrowDown from 'icon:arrow-down'
import IconArrowLeft from 'icon:arrow-left'
import IconArrowRight from 'icon:arrow-right'
import IconArrowUp from 'icon:arrow-up'
import IconChevronDown from 'icon:chevron-down'
import IconEyeOff from 'icon:eye-off'
import IconFilter from 'icon:filter'
import IconFilterFilled from 'icon:filter-filled'
import IconPin from 'icon:pin'
import IconPinnedOff from 'icon:pinned-off'
import { Menu } from '@mantine/core'
import { isColumnOfDigits, type ListColumn, type SortKey } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { labelOfColumn } from '../columns/variable-columns.ts'
import classes from './list-table.module.css'

/** The actions of a column header; missing ones are not offered. */
export interface HeadActions {
  /** Adds to the order instead of replacing it where `isAdded`. */
  readonly onSort?: (key: SortKey, isAdded: boolean) => void
  readonly onFilter?: () => void
  readonly onMove?: Readonly<Partial<Record<'left' | 'right', () => void>>>
  readonly onPin?: () => void
  readonly onHide?: () => void
}

interface Props extends HeadActions {
  readonly name: string
  readonly column: ListColumn
  /** The requested sort order. */
  readonly sort: readonly SortKey[]
  readonly isFiltered: boolean
  readonly isPinned: boolean
}

/** The heading of a column, with a menu of its actions. A column that sorts or filters the list is marked. */
export function ColumnHead(props: Props) {
  const { t } = useTranslation()
  const { name, column, sort, isFiltered, isPinned, onSort, onFilter, onMove, onPin, onHide } = props
  const label = labelOfColumn(column, t)
  const place = sort.findIndex((key) => key.name === name)
  const key = sort[place]
  const isOther = place === -1 && sort.length > 0 && sort.length < 3
  const Arrow = key?.isDescending ? IconArrowDown : IconArrowUp
  const icon = { size: 16, stroke: 1.6 } as const
  return (
    <Menu position={isColumnOfDigits(column) ? 'bottom-end' : 'bottom-start'}>
      <Menu.Target>
        <button
          type="button"
          className={classes.head}
          data-marked={key !== undefined || isFiltered || undefined}
          aria-label={t('list.columnMenu', { column: label })}
        >
          {label}
          {key === undefined ? null : <Arrow size={14} stroke={1.6} aria-hidden />}
          {key !== undefined && sort.length > 1 ? (
            <span
              className={classes.place}
              aria-hidden
              title={t('list.sortedPlace', { place: place + 1, count: sort.length })}
            >
              {place + 1}
            </span>
          ) : null}
          {isFiltered ? <IconFilterFilled size={13} aria-hidden /> : null}
          {key === undefined && !isFiltered ? (
            <IconChevronDown size={14} stroke={1.6} className={classes.hint} aria-hidden />
          ) : null}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {onSort ? (
          <>
            <Menu.Item
              leftSection={<IconArrowUp {...icon} />}
              onClick={() => onSort({ name, isDescending: false }, false)}
            >
              {t('list.ascending')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowDown {...icon} />}
              onClick={() => onSort({ name, isDescending: true }, false)}
            >
              {t('list.descending')}
            </Menu.Item>
          </>
        ) : null}
        {onSort && isOther ? (
          <>
            <Menu.Item
              leftSection={<IconArrowUp {...icon} />}
              onClick={() => onSort({ name, isDescending: false }, true)}
            >
              {t('list.thenAscending')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowDown {...icon} />}
              onClick={() => onSort({ name, isDescending: true }, true)}
            >
              {t('list.thenDescending')}
            </Menu.Item>
          </>
        ) : null}
        {onFilter ? (
          <>
            {onSort ? <Menu.Divider /> : null}
            <Menu.Item leftSection={<IconFilter {...icon} />} onClick={onFilter}>
              {t('list.filterBy', { column: label })}
            </Menu.Item>
          </>
        ) : null}
        {onSort || onFilter ? <Menu.Divider /> : null}
        {onMove?.left ? (
          <Menu.Item leftSection={<IconArrowLeft {...icon} />} onClick={onMove.left}>
            {t('list.moveLeft')}
          </Menu.Item>
        ) : null}
        {onMove?.right ? (
          <Menu.Item leftSection={<IconArrowRight {...icon} />} onClick={onMove.right}>
            {t('list.moveRight')}
          </Menu.Item>
        ) : null}
        {onPin ? (
          <Menu.Item leftSection={isPinned ? <IconPinnedOff {...icon} /> : <IconPin {...icon} />} onClick={onPin}>
            {t(isPinned ? 'list.unpin' : 'list.pin')}
          </Menu.Item>
        ) : null}
        {onHide ? (
          <Menu.Item leftSection={<IconEyeOff {...icon} />} onClick={onHide}>
            {t('list.hide')}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}
