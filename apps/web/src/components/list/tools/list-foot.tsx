import IconChevronLeft from 'icon:chevron-left'
import IconChevronRight from 'icon:chevron-right'
import IconChevronsLeft from 'icon:chevrons-left'
import { ActionIcon, NativeSelect } from '@mantine/core'
import type { ListDescription } from '@millrace/contract'
import { pageSizes } from '@millrace/contract/list-state'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Translate } from '../../../lib/i18n.ts'
import type { UsedList } from '../use-list.ts'
import classes from './list-foot.module.css'

interface Props<L extends ListDescription, Row> {
  readonly used: UsedList<L, Row>
  /** Whether the list has half a page: users cannot choose the number of rows. */
  readonly isNarrow?: boolean
  /** Content on the right, such as keyboard shortcuts. */
  readonly children?: ReactNode
}

/** The footer of a list: the visible range, the number of rows, the page size, and page buttons. */
export function ListFoot<L extends ListDescription, Row>({ used, isNarrow = false, children }: Props<L, Row>) {
  const { t } = useTranslation()
  const id = useId()
  const { state, change, page, count } = used
  const data = page.data
  if (data === undefined) return null
  return (
    <div className={classes.foot} data-narrow={isNarrow || undefined}>
      <span className="tn" role="status">
        {presentRange(data, count, t)}
      </span>
      {count?.isPartial ? <span className={classes.partial}>{t('list.partial')}</span> : null}
      <div className={classes.controls}>
        {isNarrow ? null : (
          <>
            <label className={classes.label} htmlFor={id}>
              {t('list.rowsPerPage')}
            </label>
            <NativeSelect
              id={id}
              size="xs"
              className={classes.size}
              value={String(state.size)}
              data={pageSizes.map(String)}
              onChange={(event) => change({ size: Number(event.currentTarget.value) })}
            />
          </>
        )}
        {data.previous === null && data.next === null ? null : (
          <>
            <ActionIcon
              size={isNarrow ? 24 : 'sm'}
              aria-label={t('list.firstPage')}
              disabled={data.previous === null}
              onClick={() => change({})}
            >
              <IconChevronsLeft size={16} stroke={1.6} />
            </ActionIcon>
            <ActionIcon
              size={isNarrow ? 24 : 'sm'}
              aria-label={t('list.previousPage')}
              disabled={data.previous === null}
              onClick={() => change(data.previous === null ? {} : { before: data.previous })}
            >
              <IconChevronLeft size={16} stroke={1.6} />
            </ActionIcon>
            <ActionIcon
              size={isNarrow ? 24 : 'sm'}
              aria-label={t('list.nextPage')}
              disabled={data.next === null}
              onClick={() => change(data.next === null ? {} : { after: data.next })}
            >
              <IconChevronRight size={16} stroke={1.6} />
            </ActionIcon>
          </>
        )}
      </div>
      {children ? <span className={classes.keys}>{children}</span> : null}
    </div>
  )
}

function presentRange(
  { items, from }: { readonly items: readonly unknown[]; readonly from: number },
  count: { readonly total: number; readonly isCapped: boolean } | undefined,
  t: Translate,
): string {
  if (items.length === 0) return t('list.noRows')
  const range = { from: from.toLocaleString('en'), to: (from + items.length - 1).toLocaleString('en') }
  if (count === undefined) return t('list.rangeOpen', range)
  // Rows may have been added since they were counted.
  const total = Math.max(count.total, count.isCapped ? 0 : from + items.length - 1).toLocaleString('en')
  return t(count.isCapped ? 'list.rangeCapped' : 'list.range', { ...range, total })
}
