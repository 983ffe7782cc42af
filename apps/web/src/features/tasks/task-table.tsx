import IconCalendarDue from 'icon:calendar-due'
import IconCalendarTime from 'icon:calendar-time'
import IconCheck from 'icon:check'
import IconFlag from 'icon:flag'
import IconInbox from 'icon:inbox'
import IconUserCheck from 'icon:user-check'
import IconUserMinus from 'icon:user-minus'
import IconUserShare from 'icon:user-share'
import { api, type TaskRow } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DueDate } from '../../components/dates/dates.tsx'
import { lazyPart } from '../../components/lazy-part/lazy-part.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import type { BulkAction } from '../../components/list/rows/bulk-bar.tsx'
import { Person } from '../../components/person/person.tsx'
import { Priority } from '../../components/status/priority.tsx'
import { StatusBadge } from '../../components/status/status-badge.tsx'
import { paths } from '../../config/paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import type { Translate } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session/session.ts'
import { BatchStatus } from './bulk/batch-status.tsx'
import type { Asked } from './bulk/bulk-dialogs.tsx'
import { useBulkDeeds } from './bulk/use-bulk-deeds.ts'
import { taskFiltersQuery } from './task-queries.ts'
import type { Tasks } from './use-task-list.ts'

const BulkDialogs = lazyPart(() => import('./bulk/bulk-dialogs.tsx'), {
  isAwaited: ({ asked, deeds }) => asked !== null || deeds.report !== null || deeds.batchId !== null,
})

interface Props {
  readonly tasks: Tasks
  readonly title: string
  readonly help: string
  readonly counts: { readonly [view: string]: number | undefined }
  /** How the list is shown. */
  readonly tools: ReactNode
}

/** A list of tasks as a table: columns of one's own, and things that are done to several tasks at once. */
export function TaskTable({ tasks, title, help, counts, tools }: Props) {
  const { t } = useTranslation()
  const { location, list } = tasks
  const { data } = useQuery(taskFiltersQuery)
  const { roles, username } = useSession()
  const deeds = useBulkDeeds(tasks)
  const [asked, setAsked] = useState<Asked | null>(null)
  const isOperator = roles.has('RoleProcessAdmin') || roles.has('RoleAdmin')
  const now = (kind: 'claim' | 'unclaim') => (rows: readonly TaskRow[], isEverything: boolean) =>
    deeds.apply.mutate({ deed: { kind }, chosen: { rows, isEverything } })
  const ask = (kind: Asked['kind']) => (rows: readonly TaskRow[], isEverything: boolean) =>
    setAsked({ kind, chosen: { rows, isEverything } })
  const bulk: BulkAction<TaskRow>[] = [
    ...(location === 'assigned' ? [] : [{ label: t('taskBulk.claim'), icon: IconUserCheck, run: now('claim') }]),
    ...(location === 'unclaimed' ? [] : [{ label: t('taskBulk.unclaim'), icon: IconUserMinus, run: now('unclaim') }]),
    ...(isOperator ? [{ label: t('taskBulk.assign'), icon: IconUserShare, run: ask('assign') }] : []),
    { label: t('taskBulk.complete'), icon: IconCheck, run: ask('complete') },
    { label: t('taskBulk.due'), icon: IconCalendarDue, run: ask('due') },
    { label: t('taskBulk.priority'), icon: IconFlag, run: ask('priority') },
    { label: t('taskBulk.followUp'), icon: IconCalendarTime, run: ask('followUp') },
  ]
  const call = { assigned: api.tasks.assigned, unclaimed: api.tasks.unclaimed, involvingme: api.tasks.involved }[
    location
  ]
  return (
    <>
      <ListPage
        key={location}
        list={list}
        call={call as typeof api.tasks.assigned}
        title={title}
        help={help}
        failed={t('tasks.failed')}
        empty={{ icon: IconInbox, ...emptyTexts[location](t) }}
        hrefOf={({ id }) => paths.task(location, id)}
        choices={{
          process: data?.processes.map(({ key, name }) => ({ value: key, label: name })),
          ...{ group: data?.groups.map(({ id, name }) => ({ value: id, label: name })) },
        }}
        cells={
          {
            state: ({ state, assignee }: TaskRow) => (
              <StatusBadge status={state === 'assigned' && assignee?.username === username ? 'claimedByYou' : state} />
            ),
            priority: ({ priority }: TaskRow) => <Priority value={priority} />,
            due: ({ dueAt }: TaskRow) => (dueAt === null ? null : <DueDate due={dueAt} />),
            assignee: ({ assignee }: TaskRow) => <Person person={assignee} />,
          } as object
        }
        counts={counts}
        variableNames={callQuery(api.tasks.variableNames)}
        bulk={bulk}
        hasBulkOfAll
        tools={
          <>
            <BatchStatus onOpen={deeds.openBatch} />
            {tools}
          </>
        }
      />
      <BulkDialogs tasks={tasks} deeds={deeds} asked={asked} onClose={() => setAsked(null)} />
    </>
  )
}

const emptyTexts = {
  assigned: (t: Translate) => ({ title: t('tasks.noneAssignedTitle'), text: t('tasks.noneAnywhereText') }),
  unclaimed: (t: Translate) => ({ title: t('tasks.noneUnclaimedTitle'), text: t('tasks.noneUnclaimedText') }),
  involvingme: (t: Translate) => ({ title: t('tasks.noneInvolvedTitle'), text: t('tasks.noneInvolvedText') }),
} as const
