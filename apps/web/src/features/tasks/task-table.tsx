import IconInbox from 'icon:inbox'
import { api, type TaskRow } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DueDate } from '../../components/dates/dates.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { Person } from '../../components/person/person.tsx'
import { Priority } from '../../components/status/priority.tsx'
import { StatusBadge } from '../../components/status/status-badge.tsx'
import { paths } from '../../config/paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import type { Translate } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTaskBulk } from './bulk/use-task-bulk.tsx'
import { NewTaskButton } from './new-task-dialog.tsx'
import { taskFiltersQuery } from './task-queries.ts'
import type { Tasks } from './use-task-list.ts'

interface Props {
  readonly tasks: Tasks
  readonly title: string
  readonly help: string
  readonly counts: { readonly [view: string]: number | undefined }
  /** How the list is shown. */
  readonly tools: ReactNode
}

/** A list of tasks as a table with chosen columns, and actions on several tasks. */
export function TaskTable({ tasks, title, help, counts, tools }: Props) {
  const { t } = useTranslation()
  const { location, list } = tasks
  const { data } = useQuery(taskFiltersQuery)
  const { username } = useSession()
  const bulk = useTaskBulk(tasks)
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
            name: ({ name, inPlaceOf }: TaskRow) =>
              inPlaceOf === null ? name : `${name} (${t('tasks.forPerson', { name: inPlaceOf.displayName })})`,
            state: ({ state, assignee }: TaskRow) => (
              <StatusBadge status={state === 'assigned' && assignee?.username === username ? 'claimedByYou' : state} />
            ),
            priority: ({ priority }: TaskRow) => <Priority value={priority} />,
            due: ({ dueAt }: TaskRow) => (dueAt === null ? null : <DueDate due={dueAt} />),
            assignee: ({ assignee }: TaskRow) => <Person person={assignee} />,
            inPlaceOf: ({ inPlaceOf }: TaskRow) => (inPlaceOf === null ? null : <Person person={inPlaceOf} />),
          } as object
        }
        counts={counts}
        actions={<NewTaskButton />}
        variableNames={callQuery(api.tasks.variableNames)}
        bulk={bulk.actions}
        hasBulkOfAll
        tools={
          <>
            {bulk.status}
            {tools}
          </>
        }
      />
      {bulk.dialogs}
    </>
  )
}

const emptyTexts = {
  assigned: (t: Translate) => ({ title: t('tasks.noneAssignedTitle'), text: t('tasks.noneAnywhereText') }),
  unclaimed: (t: Translate) => ({ title: t('tasks.noneUnclaimedTitle'), text: t('tasks.noneUnclaimedText') }),
  involvingme: (t: Translate) => ({ title: t('tasks.noneInvolvedTitle'), text: t('tasks.noneInvolvedText') }),
} as const
