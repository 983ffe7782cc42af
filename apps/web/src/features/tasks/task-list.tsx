import IconInbox from 'icon:inbox'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { NothingMatches } from '../../components/empty-state/nothing-matches.tsx'
import { Keys } from '../../components/keys/keys.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { ListFoot } from '../../components/list/tools/list-foot.tsx'
import { findView, listOwnFilters, viewFilters } from '../../components/list/tools/list-views.ts'
import { useCurrentPage } from '../../components/page/page-header.tsx'
import { paths } from '../../config/paths.ts'
import { usePageKeys } from '../../lib/use-page-keys.ts'
import { useTaskCounts } from '../../lib/use-task-counts.ts'
import { TaskFilters } from './task-filters.tsx'
import classes from './task-list.module.css'
import { TaskListItem } from './task-list-item.tsx'
import type { Tasks } from './use-task-list.ts'

/** The left half of the split: filters, rows, and how many there are. `j` and `k` move through it. */
export function TaskList({ tasks }: { tasks: Tasks }) {
  const { t } = useTranslation()
  const { page, items, taskId, previous, next, open, close } = tasks
  usePageKeys({
    j: () => open(taskId === null ? items[0] : next),
    k: () => open(previous),
    Escape: taskId === null ? undefined : close,
  })
  return (
    <section ref={useRowFocus(taskId)} className={classes.list} aria-label={t('tasks.list')}>
      <TaskFilters tasks={tasks} />
      <div className={classes.scroll}>
        <QueryFailure query={page} title={t('tasks.failed')} className={classes.message} />
        {page.isPending ? <SkeletonRows count={8} height={61} twoLines /> : null}
        {page.data && items.length === 0 ? <NoTasks tasks={tasks} /> : null}
        {items.length > 0 ? (
          <ul className={classes.rows} aria-busy={page.isPlaceholderData}>
            {items.map((task) => (
              <li key={task.id}>
                <TaskListItem task={task} location={tasks.location} search={tasks.search} isOpen={task.id === taskId} />
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      {items.length > 0 ? (
        <ListFoot used={tasks} isNarrow>
          <Keys keys={['J', 'K']} /> {t('list.toMove')}
        </ListFoot>
      ) : null}
    </section>
  )
}

/** Gives the focus to the row of the task that has been left for the list. */
function useRowFocus(taskId: string | null) {
  const list = useRef<HTMLElement>(null)
  const left = useRef<string | null>(null)
  // The heading takes the focus when the page changes, which is after the address does.
  const path = useCurrentPage()?.path
  useEffect(() => {
    if (taskId !== null) left.current = taskId
    if (taskId !== null || left.current === null || path?.includes('viewtask')) return
    list.current?.querySelector<HTMLElement>(`a[href*="/${CSS.escape(left.current)}"]`)?.focus()
    left.current = null
  }, [taskId, path])
  return list
}

function NoTasks({ tasks }: { tasks: Tasks }) {
  const { t } = useTranslation()
  const { list, state, change, page, location } = tasks
  if (state.q !== '' || listOwnFilters(list, state).length > 0)
    return <NothingMatches onClear={() => change({ q: '', filters: viewFilters(list, state) })} />
  if (page.data?.previous !== null)
    return <NothingMatches text={t('list.noRows')} action={t('list.firstPage')} onClear={() => change({})} />
  if (findView(list, state) !== 'all') return <p className={classes.message}>{t('tasks.noneInView')}</p>
  // Beside an open task its own button is the primary one.
  const variant = tasks.taskId === null ? 'filled' : 'default'
  if (location === 'involvingme')
    return <EmptyState icon={IconInbox} title={t('tasks.noneInvolvedTitle')} text={t('tasks.noneInvolvedText')} />
  return location === 'assigned' ? <NothingAssigned variant={variant} /> : <NothingUnclaimed variant={variant} />
}

type Variant = 'filled' | 'default'

function NothingAssigned({ variant }: { variant: Variant }) {
  const { t } = useTranslation()
  const unclaimed = useTaskCounts()?.unclaimed ?? 0
  return (
    <EmptyState
      icon={IconInbox}
      title={t('tasks.noneAssignedTitle')}
      text={unclaimed > 0 ? t('tasks.noneAssignedText', { count: unclaimed }) : t('tasks.noneAnywhereText')}
      actions={
        <>
          {unclaimed > 0 ? (
            <LinkButton to={paths.tasks('unclaimed')} variant={variant}>
              {t('tasks.showUnclaimed')}
            </LinkButton>
          ) : null}
          <LinkButton to={paths.home} variant={unclaimed > 0 ? 'default' : variant}>
            {t('tasks.startProcess')}
          </LinkButton>
        </>
      }
    />
  )
}

function NothingUnclaimed({ variant }: { variant: Variant }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={IconInbox}
      title={t('tasks.noneUnclaimedTitle')}
      text={t('tasks.noneUnclaimedText')}
      actions={
        <LinkButton to={paths.tasks('assigned')} variant={variant}>
          {t('tasks.showAssigned')}
        </LinkButton>
      }
    />
  )
}
