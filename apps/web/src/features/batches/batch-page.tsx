import { api, type BatchDetail, type BatchKind } from '@millrace/contract'
import { batchList } from '@millrace/contract/lists/batches'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { BatchItems } from '../../components/batch-items/batch-items.tsx'
import { Link } from '../../components/link/link.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
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
import { readSelection } from './read-selection.ts'

/** Batches whose items are instances that still exist afterwards. */
const ofInstances: ReadonlySet<BatchKind> = new Set([
  'instance-retry',
  'instance-deletion',
  'instance-modification',
  'instance-migration',
  'instance-restart',
  'instance-update-suspension-state',
  'set-variables',
  'correlate-message',
])

/** The page of a batch: its progress, its failed items, and actions on it. */
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
            {ofInstances.has(batch.kind) ? (
              <LinkButton mt={8} size="xs" to={paths.engineInstances} search={{ batch: batchId }}>
                {t('batch.openInstances')}
              </LinkButton>
            ) : null}
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

/** The selection that started the batch: a link to its cause or its list, or the query of an API client. */
function Asked({ batch: { query, causeId } }: { batch: BatchDetail }) {
  const { t } = useTranslation()
  if (causeId !== null) return <Link to={paths.processError(causeId)}>{t('batch.cause')}</Link>
  const selection = readSelection(query)
  // The items of the batch show the same instances with their names.
  if (query === null || query === undefined || selection === 'ids') return null
  return (
    <>
      <h3>{t('batch.query')}</h3>
      {selection === null ? (
        <ScrollRegion className={classes.query} label={t('batch.query')}>
          <pre>{JSON.stringify(query, null, 2).slice(0, longestQuery)}</pre>
        </ScrollRegion>
      ) : (
        <LinkButton size="xs" to={paths.engineInstances} search={selection}>
          {t('batch.openQuery')}
        </LinkButton>
      )}
    </>
  )
}

const longestQuery = 10_000
