import { api, type BatchDetail } from '@millrace/contract'
import { batchList } from '@millrace/contract/lists/batches'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { BatchItems } from '../../components/batch-items/batch-items.tsx'
import { Link } from '../../components/link/link.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { RecordPage } from '../../components/record/record-page.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { Section } from '../../components/section/section.tsx'
import { paths } from '../../config/paths.ts'
import { call } from '../../lib/api/call.ts'
import { keyOf } from '../../lib/api/call-query.ts'
import { polled } from '../../lib/api/polled.ts'
import { BatchActions } from './batch-actions.tsx'
import { useBatchCells } from './batch-cells.tsx'
import { BatchProgress } from './batch-progress.tsx'
import classes from './batches.module.css'

/** A batch: how far it has come, what failed, and what can be done about it. */
export function Page() {
  const { t } = useTranslation()
  const { batchId = '' } = useParams({ strict: false }) as { batchId?: string }
  const query = useQuery({
    queryKey: keyOf(api.batches.get, batchId),
    queryFn: ({ signal, ...asked }) => polled(asked, () => call(api.batches.get, { params: { id: batchId }, signal })),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? 1_000 : 15_000),
  })
  return (
    <RecordPage
      list={batchList}
      query={query}
      help={t('batch.help')}
      failed={t('batch.oneFailed')}
      gone={{ title: t('batch.goneTitle'), text: t('batch.goneText') }}
      facts={['state', 'total', 'done', 'failed', 'left', 'reason', 'startedBy', 'started', 'ended']}
      cells={useBatchCells()}
      actions={(batch) => <BatchActions batch={batch} />}
    >
      {(batch, facts) => (
        <PageBody>
          <Section title={t('batch.progress')}>
            <BatchProgress batch={batch} />
          </Section>
          <Section title={t('batch.results')}>
            <BatchItems batch={batch} />
          </Section>
          <Section title={t('record.details')}>
            {facts}
            <Asked batch={batch} />
          </Section>
        </PageBody>
      )}
    </RecordPage>
  )
}

/** What was chosen, as it was asked for. */
function Asked({ batch: { query, causeId } }: { batch: BatchDetail }) {
  const { t } = useTranslation()
  if (causeId !== null) return <Link to={paths.processError(causeId)}>{t('batch.cause')}</Link>
  if (query === null || query === undefined) return null
  return (
    <>
      <h3>{t('batch.query')}</h3>
      <ScrollRegion className={classes.query} label={t('batch.query')}>
        <pre>{JSON.stringify(query, null, 2).slice(0, longestQuery)}</pre>
      </ScrollRegion>
    </>
  )
}

const longestQuery = 10_000
