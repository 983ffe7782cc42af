import IconClock from 'icon:clock'
import { api } from '@millrace/contract'
import { jobList } from '@millrace/contract/lists/jobs'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ListPage } from '../../components/list/list-page.tsx'
import { paths } from '../../config/paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { useJobCells } from './job-cells.tsx'

/** The page with the jobs of the engine, jobs without retries first. */
export function Page() {
  const { t } = useTranslation()
  const { data: known } = useQuery({ ...callQuery(api.jobs.filters), staleTime: 60_000 })
  return (
    <ListPage
      list={jobList}
      call={api.jobs.list}
      help={t('jobs.help')}
      failed={t('jobs.failed')}
      empty={{ icon: IconClock, title: t('jobs.noneTitle'), text: t('jobs.noneText') }}
      hrefOf={({ id }) => paths.job(id)}
      choices={{ process: known?.processes.map(({ key, name }) => ({ value: key, label: name })) }}
      cells={useJobCells()}
    />
  )
}
