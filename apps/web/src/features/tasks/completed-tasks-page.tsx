import IconChecks from 'icon:checks'
import { api } from '@millrace/contract'
import { completedTaskList } from '@millrace/contract/lists/tasks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { paths } from '../../config/paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'

/** The completed tasks of the user, each with a link to its submitted form. */
export function Page() {
  const { t } = useTranslation()
  const { data: known } = useQuery({ ...callQuery(api.processes.involvedFilters), staleTime: 60_000 })
  return (
    <ListPage
      list={completedTaskList}
      call={api.tasks.completed}
      help={t('tasks.completedHelp')}
      failed={t('tasks.failed')}
      empty={{
        icon: IconChecks,
        title: t('tasks.noneCompletedTitle'),
        text: t('tasks.noneCompletedText'),
        actions: (
          <LinkButton to={paths.tasks('assigned')} variant="filled">
            {t('tasks.showAssigned')}
          </LinkButton>
        ),
      }}
      hrefOf={({ id }) => paths.task('involvingme', id)}
      choices={{ process: known?.processes.map(({ key, name }) => ({ value: key, label: name })) }}
    />
  )
}
