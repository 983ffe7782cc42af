import IconChevronLeft from 'icon:chevron-left'
import IconChevronRight from 'icon:chevron-right'
import { ActionIcon } from '@mantine/core'
import { type AnswerOf, type api, listLimits } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Keys } from '../../components/keys/keys.tsx'
import { useSearchState } from '../../lib/use-search-state.ts'
import classes from './task-list-foot.module.css'
import type { TaskListState } from './task-queries.ts'

/** How many tasks there are, the way to the next page, and which keys move. */
export function TaskListFoot({ page, state }: { page: AnswerOf<typeof api.tasks.assigned>; state: TaskListState }) {
  const { t } = useTranslation()
  const [, setSearch] = useSearchState()
  const pages = Math.ceil(page.total / listLimits.size)
  const goTo = (number: number) => setSearch({ page: number === 1 ? undefined : String(number) })
  return (
    <div className={classes.foot}>
      <span className="tn">
        {page.isTotalCapped ? t('tasks.countCapped', { count: page.total }) : t('tasks.count', { count: page.total })}
      </span>
      {pages > 1 ? (
        <span className={classes.pager}>
          <ActionIcon
            size={24}
            aria-label={t('common.previousPage')}
            disabled={state.page <= 1}
            onClick={() => goTo(state.page - 1)}
          >
            <IconChevronLeft size={15} stroke={1.6} />
          </ActionIcon>
          <span className="tn">{t('tasks.page', { page: state.page, pages })}</span>
          <ActionIcon
            size={24}
            aria-label={t('common.nextPage')}
            disabled={state.page >= pages}
            onClick={() => goTo(state.page + 1)}
          >
            <IconChevronRight size={15} stroke={1.6} />
          </ActionIcon>
        </span>
      ) : null}
      <span className={classes.keys}>
        <Keys keys={['J', 'K']} /> {t('tasks.toMove')}
      </span>
    </div>
  )
}
