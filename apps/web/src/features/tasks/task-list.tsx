import IconInbox from 'icon:inbox'
import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { NothingMatches } from '../../components/empty-state/nothing-matches.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { paths } from '../../config/paths.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { useTaskCounts } from '../../lib/use-task-counts.ts'
import { TaskFilters } from './task-filters.tsx'
import classes from './task-list.module.css'
import { TaskListFoot } from './task-list-foot.tsx'
import { TaskListItem } from './task-list-item.tsx'
import { isFiltered } from './task-queries.ts'
import type { Tasks } from './tasks-layout.tsx'

/** The left half of the split: filters, rows, and how many there are. `j` and `k` move through it. */
export function TaskList({ tasks }: { tasks: Tasks }) {
  const { t } = useTranslation()
  const { list, state, taskId, previous, next, open } = tasks
  useHotkeys([
    ['j', () => open(next)],
    ['k', () => open(previous)],
  ])
  return (
    <section className={classes.list} aria-label={t('tasks.list')}>
      <TaskFilters state={state} location={tasks.location} />
      <div className={classes.scroll}>
        {list.isError ? (
          <div className={classes.message}>
            <ErrorBanner title={t('tasks.failed')} error={list.error} onRetry={() => void list.refetch()} />
          </div>
        ) : null}
        {list.isPending ? <SkeletonRows count={8} height={61} twoLines /> : null}
        {list.data?.items.length === 0 ? <NoTasks tasks={tasks} /> : null}
        {list.data && list.data.items.length > 0 ? (
          <ul className={classes.rows} aria-busy={list.isPlaceholderData}>
            {list.data.items.map((task) => (
              <li key={task.id}>
                <TaskListItem task={task} location={tasks.location} search={tasks.search} isOpen={task.id === taskId} />
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      {list.data && list.data.items.length > 0 ? <TaskListFoot page={list.data} state={state} /> : null}
    </section>
  )
}

function NoTasks({ tasks }: { tasks: Tasks }) {
  const { t } = useTranslation()
  const [, setSearch] = useSearchState()
  const { state, location } = tasks
  if (isFiltered(state))
    return (
      <NothingMatches
        onClear={() =>
          setSearch({ q: undefined, process: undefined, priority: undefined, group: undefined, page: undefined })
        }
      />
    )
  if (state.page > 1)
    return (
      <div className={classes.message}>
        <Button size="xs" onClick={() => setSearch({ page: undefined })}>
          {t('common.goToPage', { page: 1 })}
        </Button>
      </div>
    )
  if (state.view !== 'all') return <p className={classes.message}>{t('tasks.noneInView')}</p>
  // Beside an open task its own button is the primary one.
  const variant = tasks.taskId === null ? 'filled' : 'default'
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
