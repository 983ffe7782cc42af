import { api } from '@millrace/contract'
import { jobList } from '@millrace/contract/lists/jobs'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DateTime } from '../../components/dates/dates.tsx'
import { Link } from '../../components/link/link.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { RecordPage } from '../../components/record/record-page.tsx'
import { Section } from '../../components/section/section.tsx'
import { paths } from '../../config/paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { JobActions } from './job-actions.tsx'
import { useJobCells } from './job-cells.tsx'
import { JobFailure } from './job-failure.tsx'
import { JobSettings } from './job-settings.tsx'

/** The page of a job: its due date, its retries, its last failure, and actions for operators. */
export function Page() {
  const { t } = useTranslation()
  const { jobId = '' } = useParams({ strict: false })
  const cells = useJobCells()
  return (
    <RecordPage
      list={jobList}
      query={useQuery(callQuery(api.jobs.get, { params: { id: jobId } }))}
      help={t('jobs.oneHelp')}
      failed={t('jobs.oneFailed')}
      gone={{ title: t('jobs.goneTitle'), text: t('jobs.goneText') }}
      unnamed={t('jobs.unnamed')}
      facts={[
        'state',
        'kind',
        'process',
        'version',
        'instance',
        'due',
        'retries',
        'priority',
        'lock',
        'lockedBy',
        'created',
      ]}
      cells={{
        ...cells,
        process: ({ process }) =>
          process === null ? null : <Link to={paths.definition(process.id)}>{process.name}</Link>,
        due: ({ dueAt }) => (dueAt === null ? t('jobs.asSoonAsPossible') : <DateTime at={dueAt} />),
      }}
      actions={(job) => <JobActions job={job} />}
    >
      {(job, facts) => (
        <PageBody>
          <Section title={t('jobs.failure')} hint={t('jobs.failureHint')}>
            <JobFailure job={job} />
          </Section>
          <Section title={t('jobs.change')} hint={t('jobs.changeHint')}>
            <JobSettings job={job} />
          </Section>
          <Section title={t('record.details')}>{facts}</Section>
        </PageBody>
      )}
    </RecordPage>
  )
}
