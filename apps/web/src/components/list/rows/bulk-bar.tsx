import IconDots from 'icon:dots'
import IconX from 'icon:x'
import { ActionIcon, Button, Menu } from '@mantine/core'
import type { ListCount } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import type { DrawnIcon } from '../../icon/drawn.tsx'
import classes from './bulk-bar.module.css'
import type { Selection } from './use-selection.ts'

/** An action on several rows at the same time. */
export interface BulkAction<Row> {
  readonly label: string
  readonly icon: DrawnIcon
  /**
   * @param isEverything not the rows alone: all that match the filter.
   * @param query how the call of the list is narrowed to those.
   */
  readonly run: (rows: readonly Row[], isEverything: boolean, query: Readonly<Record<string, string>>) => void
  /** Why it cannot be done with these rows, which is said in its place; null: it can. */
  readonly refuse?: (rows: readonly Row[]) => string | null
}

interface Props<Row> {
  readonly actions: readonly BulkAction<Row>[]
  readonly selection: Selection<Row>
  /** The number of rows that match the filter, if all of them can be selected. */
  readonly everything?: Pick<ListCount, 'total' | 'isCapped'> | null
  /** The filters of the list's call; none where a page knows them by itself. */
  readonly query?: Readonly<Record<string, string>>
  /** The maximum number of actions in the bar. The others are in a menu. */
  readonly most?: number
}

/**
 * The bar at the foot of a list while rows are selected: their number, actions, and a button that clears the selection.
 */
export function BulkBar<Row>({ actions, selection, everything = null, query = {}, most = 5 }: Props<Row>) {
  const { t } = useTranslation()
  const { rows, isAll, isEverything } = selection
  if (rows.length === 0) return null
  const total = everything?.total.toLocaleString('en') ?? ''
  const others = actions.slice(most)
  const isMore = everything !== null && (everything.isCapped || everything.total > rows.length)
  return (
    <section className={classes.bar} data-bulk-bar aria-label={t('list.bulk')}>
      <span className="tn" role="status">
        {isEverything
          ? t(everything?.isCapped ? 'list.everythingCapped' : 'list.everything', { total })
          : t('list.selected', { count: rows.length })}
      </span>
      {isAll && isMore && !isEverything ? (
        <Button size="xs" variant="transparent" className={classes.action} onClick={selection.selectEverything}>
          {t(everything.isCapped ? 'list.selectEverythingCapped' : 'list.selectEverything', { total })}
        </Button>
      ) : null}
      {actions.slice(0, most).map((action) => (
        <Action key={action.label} action={action} selection={selection} query={query} />
      ))}
      {others.length === 0 ? null : (
        <Menu position="top-end">
          <Menu.Target>
            <ActionIcon size="sm" variant="transparent" className={classes.action} aria-label={t('list.moreActions')}>
              <IconDots size={16} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map(({ label, icon: Icon, run }) => (
              <Menu.Item
                key={label}
                leftSection={<Icon size={16} stroke={1.6} />}
                onClick={() => run(rows, isEverything, query)}
              >
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <ActionIcon
        size="sm"
        variant="transparent"
        className={classes.action}
        aria-label={t('list.clearSelection')}
        onClick={selection.clear}
      >
        <IconX size={16} stroke={1.6} />
      </ActionIcon>
    </section>
  )
}

function Action<Row>({
  action,
  selection,
  query,
}: {
  action: BulkAction<Row>
  selection: Selection<Row>
  query: Readonly<Record<string, string>>
}) {
  const { label, icon: Icon, run, refuse } = action
  const reason = refuse?.(selection.rows) ?? null
  if (reason !== null) return <span role="status">{reason}</span>
  return (
    <Button
      size="xs"
      variant="transparent"
      className={classes.action}
      leftSection={<Icon size={16} stroke={1.6} />}
      onClick={() => run(selection.rows, selection.isEverything, query)}
    >
      {label}
    </Button>
  )
}
