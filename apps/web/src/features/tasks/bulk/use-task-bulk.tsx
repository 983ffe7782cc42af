import IconArrowForward from 'icon:arrow-forward'
import IconCalendarDue from 'icon:calendar-due'
import IconCalendarTime from 'icon:calendar-time'
import IconCheck from 'icon:check'
import IconFlag from 'icon:flag'
import IconUserCheck from 'icon:user-check'
import IconUserMinus from 'icon:user-minus'
import IconUserShare from 'icon:user-share'
import type { TaskRow } from '@millrace/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../../components/lazy-part/lazy-part.tsx'
import type { BulkAction } from '../../../components/list/rows/bulk-bar.tsx'
import type { Tasks } from '../use-task-list.ts'
import { BatchStatus } from './batch-status.tsx'
import type { Asked } from './bulk-dialogs.tsx'
import { useBulkActions } from './use-bulk-actions.ts'

const BulkDialogs = lazyPart(() => import('./bulk-dialogs.tsx'), {
  isAwaited: ({ asked, bulk }) => asked !== null || bulk.report !== null || bulk.batchId !== null,
})

export interface TaskBulk {
  /** What can be done with several rows of the list, in either form of it. Who may is decided task by task. */
  readonly actions: readonly BulkAction<TaskRow>[]
  /** The progress of actions that the server processes. */
  readonly status: ReactNode
  readonly dialogs: ReactNode
}

/** Returns the actions for several tasks of a list. */
export function useTaskBulk(tasks: Tasks): TaskBulk {
  const { t } = useTranslation()
  const { location } = tasks
  const bulk = useBulkActions(tasks)
  const [asked, setAsked] = useState<Asked | null>(null)
  const now = (kind: 'claim' | 'unclaim') => (rows: readonly TaskRow[], isEverything: boolean) =>
    bulk.apply.mutate({ action: { kind }, chosen: { rows, isEverything } })
  const ask = (kind: Asked['kind']) => (rows: readonly TaskRow[], isEverything: boolean) =>
    setAsked({ kind, chosen: { rows, isEverything } })
  const claim = { label: t('taskBulk.claim'), icon: IconUserCheck, run: now('claim') }
  const actions: readonly BulkAction<TaskRow>[] = [
    ...(location === 'assigned' ? [] : [claim]),
    ...(location === 'unclaimed' ? [] : [{ label: t('taskBulk.unclaim'), icon: IconUserMinus, run: now('unclaim') }]),
    { label: t('taskBulk.assign'), icon: IconUserShare, run: ask('assign') },
    { label: t('taskBulk.complete'), icon: IconCheck, run: ask('complete') },
    ...(location === 'unclaimed'
      ? []
      : [{ label: t('taskBulk.delegate'), icon: IconArrowForward, run: ask('delegate') }]),
    { label: t('taskBulk.due'), icon: IconCalendarDue, run: ask('due') },
    { label: t('taskBulk.priority'), icon: IconFlag, run: ask('priority') },
    { label: t('taskBulk.followUp'), icon: IconCalendarTime, run: ask('followUp') },
  ]
  return {
    actions,
    status: <BatchStatus onOpen={bulk.openBatch} />,
    dialogs: <BulkDialogs tasks={tasks} bulk={bulk} asked={asked} onClose={() => setAsked(null)} />,
  }
}
