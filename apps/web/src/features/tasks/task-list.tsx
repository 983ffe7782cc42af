import IconInbox from 'icon:inbox'
import { Checkbox } from '@mantine/core'
import type { TaskRow } from '@millrace/contract'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { NothingMatches } from '../../components/empty-state/nothing-matches.tsx'
import { Keys } from '../../components/keys/keys.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { BulkBar } from '../../components/list/rows/bulk-bar.tsx'
import { isShifted, listSelection } from '../../components/list/rows/row-selection.ts'
import { useListKeys } from '../../components/list/rows/use-list-keys.ts'
import { useSelection } from '../../components/list/rows/use-selection.ts'
import { ListFoot } from '../../components/list/tools/list-foot.tsx'
import { findView, listOwnFilters, viewFilters } from '../../components/list/tools/list-views.ts'
import { useCurrentPage } from '../../components/page/page-header.tsx'
import { paths } from '../../config/paths.ts'
import { usePageKeys } from '../../lib/use-page-keys.ts'
import { useTaskCounts } from '../../lib/use-task-counts.ts'
import { useTaskBulk } from './bulk/use-task-bulk.tsx'
import { TaskFilters } from './task-filters.tsx'
import classes from './task-list.module.css'
import { TaskListItem } from './task-list-item.tsx'
import type { Tasks } from './use-task-list.ts'

/** The left pane of the task page: filters, rows, and their number. The keys `j` and `k` move through it. */
export function TaskList({ tasks, hasTools = true }: { readonly tasks: Tasks; readonly hasTools?: boolean }) {
  const { t } = useTranslation()
  const { page, items, taskId, previous, next, open, close, state } = tasks
  const selection = useSelection(items, getId, JSON.stringify([state.q, state.filters]))
  const bulk = useTaskBulk(tasks)
  const box = useRef<HTMLDivElement>(null)
  usePageKeys({
    j: () => open(taskId === null ? items[0] : next),
    k: () => open(previous),
    x: () => selection.toggle(findFocused(box.current, items) ?? items.find(({ id }) => id === taskId)),
    Escape: selection.rows.length > 0 ? selection.clear : taskId === null ? undefined : close,
  })
  const onKeyDown = useListKeys(box, listSelection(selection, items))
  return (
    <section ref={useRowFocus(taskId)} className={classes.list} aria-label={t('tasks.list')}>
      {hasTools ? <TaskFilters tasks={tasks} /> : null}
      <div className={classes.scroll}>
        <QueryFailure query={page} title={t('tasks.failed')} className={classes.message} />
        {page.isPending ? <SkeletonRows count={8} height={61} twoLines /> : null}
        {page.data && items.length === 0 ? <NoTasks tasks={tasks} /> : null}
        {items.length > 0 ? (
          // biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus between the links inside
          <div ref={box} onKeyDown={onKeyDown}>
            <ul
              className={classes.rows}
              data-rows
              data-selecting={selection.rows.length > 0 || undefined}
              aria-busy={page.isPlaceholderData}
            >
              {items.map((task) => (
                <li key={task.id} className={classes.row} data-selected={selection.has(task) || undefined}>
                  <Checkbox
                    className={classes.select}
                    aria-label={t('list.select', { name: task.name })}
                    checked={selection.has(task)}
                    onChange={(event) => (isShifted(event) ? selection.extendTo(task) : selection.toggle(task))}
                  />
                  <TaskListItem
                    task={task}
                    location={tasks.location}
                    search={tasks.search}
                    isOpen={task.id === taskId}
                  />
                </li>
              ))}
            </ul>
          </div>
        ) : null}
        <BulkBar actions={bulk.actions} selection={selection} everything={tasks.count ?? null} most={2} />
      </div>
      <div className={classes.status}>{bulk.status}</div>
      {items.length > 0 ? (
        <ListFoot used={tasks} isNarrow>
          <Keys keys={['J', 'K']} /> {t('list.toMove')}
        </ListFoot>
      ) : null}
      {bulk.dialogs}
    </section>
  )
}

function getId({ id }: TaskRow): string {
  return id
}

/** The task whose row has the focus. */
function findFocused(box: HTMLElement | null, items: readonly TaskRow[]): TaskRow | undefined {
  const rows = [...(box?.querySelectorAll('[data-rows] > *') ?? [])]
  return items[rows.findIndex((row) => row.contains(document.activeElement))]
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
