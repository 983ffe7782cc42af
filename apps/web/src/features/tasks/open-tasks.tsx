import IconChecklist from 'icon:checklist'
import { api } from '@millrace/contract'
import { openTaskList } from '@millrace/contract/lists/tasks'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DueDate } from '../../components/dates/dates.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import type { OfView } from '../../components/list/views/custom-view-page.tsx'
import { Person } from '../../components/person/person.tsx'
import { StatusBadge } from '../../components/status/status-badge.tsx'
import { paths } from '../../config/paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'

/** The list of all open tasks, or one view of it. */
export function OpenTasks(page: { readonly help: ReactNode } & Partial<OfView>) {
  const { t } = useTranslation()
  const { data: known } = useQuery({ ...callQuery(api.tasks.openFilters), staleTime: 60_000 })
  return (
    <ListPage
      list={openTaskList}
      call={api.tasks.open}
      failed={t('openTasks.failed')}
      empty={{ icon: IconChecklist, title: t('openTasks.noneTitle'), text: t('openTasks.noneText') }}
      hrefOf={({ id }) => paths.engineTask(id)}
      choices={{ process: known?.processes.map(({ key, name }) => ({ value: key, label: name })) }}
      cells={{
        state: ({ state }) => <StatusBadge status={state} />,
        assignee: ({ assignee }) => <Person person={assignee} />,
        due: ({ dueAt }) => (dueAt === null ? null : <DueDate due={dueAt} />),
      }}
      variableNames={callQuery(api.processes.allVariableNames)}
      {...page}
    />
  )
}
