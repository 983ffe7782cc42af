import { Button } from '@mantine/core'
import { api, type ExternalDelivery } from '@millrace/contract'
import { externalDeliveryList } from '@millrace/contract/lists/external-deliveries'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../../components/banner/error-banner.tsx'
import { CopyId } from '../../../components/copy-id/copy-id.tsx'
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx'
import { Link } from '../../../components/link/link.tsx'
import { MetaFact, MetaRow } from '../../../components/page/meta-row.tsx'
import { PageBody } from '../../../components/page/page-body.tsx'
import { RecordPage } from '../../../components/record/record-page.tsx'
import { ScrollRegion } from '../../../components/scroll-region/scroll-region.tsx'
import { Section } from '../../../components/section/section.tsx'
import { showToast } from '../../../components/toast/show-toast.tsx'
import { integratePaths } from '../../../config/integrate-paths.ts'
import { call } from '../../../lib/api/call.ts'
import { callQuery } from '../../../lib/api/call-query.ts'
import classes from './listeners.module.css'

/** The page of a delivery to a webhook, watched folder, mail inbox, queue or topic. */
export function DeliveryPage() {
  const { t } = useTranslation()
  const { deliveryId = '' } = useParams({ strict: false })
  return (
    <RecordPage
      list={externalDeliveryList}
      query={useQuery(callQuery(api.externalDeliveries.get, { params: { id: deliveryId } }))}
      help={t('externalDeliveries.helpOne')}
      failed={t('externalDeliveries.failedOne')}
      gone={{ title: t('externalDeliveries.goneTitle'), text: t('externalDeliveries.goneText') }}
      titleOf={({ listener }) => t('externalDeliveries.title', { listener })}
      unnamed={t('externalDeliveries.unnamed')}
      facts={['listener', 'system', 'kind', 'outcome', 'subject', 'bytes', 'ms']}
      actions={(found) => (found.canReplay ? <ReplayDelivery found={found} /> : null)}
    >
      {(found, facts) => (
        <PageBody>
          {facts}
          <More found={found} />
          {found.fault === null ? null : <Section title={t('externalDeliveries.fault')}>{found.fault}</Section>}
          <Section title={t('externalDeliveries.content')} hint={t('externalDeliveries.contentHint')}>
            {found.content === null ? (
              t('externalDeliveries.noContent')
            ) : (
              <ScrollRegion label={t('externalDeliveries.contentText')} className={classes.sent}>
                {found.content}
              </ScrollRegion>
            )}
          </Section>
        </PageBody>
      )}
    </RecordPage>
  )
}

function More({ found }: { readonly found: ExternalDelivery }) {
  const { t } = useTranslation()
  const { systemId, apiId, kind, listenerId, listener, instanceId, replayOf, replayedBy } = found
  return (
    <MetaRow>
      <MetaFact label={t('externalDeliveries.listener')}>
        <Link to={integratePaths.listener(systemId, apiId, kind, listenerId)}>{listener}</Link>
      </MetaFact>
      {instanceId === null ? null : (
        <MetaFact label={t('externalDeliveries.instance')}>
          <CopyId id={instanceId} />
        </MetaFact>
      )}
      {replayOf === null ? null : (
        <MetaFact label={t('externalDeliveries.replayOf')}>
          <Link to={integratePaths.delivery(replayOf)}>{t('externalDeliveries.original')}</Link>
        </MetaFact>
      )}
      {replayedBy === null ? null : (
        <MetaFact label={t('externalDeliveries.replayedBy')}>{replayedBy.displayName}</MetaFact>
      )}
    </MetaRow>
  )
}

/** Processes a delivery again, after a question. */
function ReplayDelivery({ found }: { readonly found: ExternalDelivery }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const replay = useMutation({
    mutationFn: () => call(api.externalDeliveries.replay, { params: { id: found.id } }),
    onSuccess: ({ id, fault }) => {
      setAsking(false)
      showToast(
        fault === null
          ? { kind: 'success', title: t('externalDeliveries.replayed') }
          : { kind: 'warning', title: t('externalDeliveries.replayFailed'), text: fault },
      )
      void navigate({ to: integratePaths.delivery(id) })
    },
  })
  const isDone = found.outcome === 'accepted'
  return (
    <>
      <Button size="xs" onClick={() => setAsking(true)}>
        {t('externalDeliveries.replay')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('externalDeliveries.replayTitle')}
        action={t('externalDeliveries.replay')}
        isDangerous={isDone}
        isPending={replay.isPending}
        error={
          replay.isError ? (
            <ErrorBanner title={t('externalDeliveries.replayNotDone')} error={replay.error} />
          ) : undefined
        }
        onConfirm={() => replay.mutate()}
        onClose={() => {
          setAsking(false)
          replay.reset()
        }}
      >
        <p>{t('externalDeliveries.replayText')}</p>
        {isDone ? <p>{t('externalDeliveries.replayTwice')}</p> : null}
      </ConfirmDialog>
    </>
  )
}
