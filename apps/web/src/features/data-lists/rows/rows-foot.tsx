import IconChevronLeft from 'icon:chevron-left'
import IconChevronRight from 'icon:chevron-right'
import IconChevronsLeft from 'icon:chevrons-left'
import { ActionIcon } from '@mantine/core'
import type { AnswerOf, api } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import classes from './rows.module.css'

/** The position of a page of rows: at the beginning, after a row, or before a row. */
export interface RowsPlace {
  readonly after?: string
  readonly before?: string
}

interface Props {
  readonly page: AnswerOf<typeof api.dataLists.rows>
  readonly onPlace: (place: RowsPlace) => void
}

/** The footer of a page of rows: the visible range, the total, and buttons for the other pages. */
export function RowsFoot({ page: { items, before, total }, onPlace }: Props) {
  const { t } = useTranslation()
  const [first, last] = [items[0], items.at(-1)]
  const end = before + items.length
  return (
    <div className={classes.foot}>
      <span className="tn" role="status">
        {t('dataLists.range', {
          from: (items.length === 0 ? 0 : before + 1).toLocaleString('en'),
          to: end.toLocaleString('en'),
          total: total.toLocaleString('en'),
        })}
      </span>
      {total <= items.length ? null : (
        <div className={classes.pages}>
          <ActionIcon size="sm" aria-label={t('dataLists.first')} disabled={before === 0} onClick={() => onPlace({})}>
            <IconChevronsLeft size={16} stroke={1.6} />
          </ActionIcon>
          <ActionIcon
            size="sm"
            aria-label={t('dataLists.previous')}
            disabled={before === 0}
            onClick={() => onPlace(first === undefined ? {} : { before: first.place })}
          >
            <IconChevronLeft size={16} stroke={1.6} />
          </ActionIcon>
          <ActionIcon
            size="sm"
            aria-label={t('dataLists.next')}
            disabled={end >= total}
            onClick={() => onPlace(last === undefined ? {} : { after: last.place })}
          >
            <IconChevronRight size={16} stroke={1.6} />
          </ActionIcon>
        </div>
      )}
    </div>
  )
}
