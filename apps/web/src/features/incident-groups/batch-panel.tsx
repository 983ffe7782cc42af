import '@mantine/core/styles/Progress.layer.css'
import { Button, Progress } from '@mantine/core'
import { api, type IncidentBatch } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { BatchItems } from '../../components/batch-items/batch-items.tsx'
import { DateTime } from '../../components/dates/dates.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { paths } from '../../config/paths.ts'
import { call } from '../../lib/api/call.ts'
import { keyOf } from '../../lib/api/call-query.ts'
import { polled } from '../../lib/api/polled.ts'
import { touch } from '../../lib/api/touch.ts'
import classes from './incident-groups.module.css'

/** The progress of the retry of all incidents of a cause, its results, and the button to cancel it. */
export function BatchPanel({ batch: known }: { batch: IncidentBatch }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { id } = known
  const { data, error } = useQuery({
    queryKey: keyOf(api.incidentGroups.batch, id, 'progress'),
    queryFn: ({ signal, ...asked }) =>
      polled(asked, () => call(api.incidentGroups.batch, { params: { id }, query: { failed: 'true' }, signal })),
    enabled: known.state === 'waiting',
    refetchInterval: ({ state }) => (state.data !== undefined && state.data.batch.state !== 'waiting' ? false : 1_000),
  })
  const batch = known.state === 'waiting' ? (data?.batch ?? known) : known
  const hasEnded = batch.state !== 'waiting'
  const wasWaiting = useRef(!hasEnded)
  useEffect(() => {
    if (!hasEnded || !wasWaiting.current) return
    wasWaiting.current = false
    touch(api.incidentGroups.retry)
  }, [hasEnded])
  const cancel = useMutation({ mutationFn: () => call(api.incidentGroups.cancelBatch, { params: { id } }) })
  const state = {
    waiting: t('incidentGroup.batchWaiting'),
    done: t('incidentGroup.batchDone'),
    cancelled: t('incidentGroup.batchCancelled'),
  }[batch.state]
  const number = (value: number) => value.toLocaleString('en')
  return (
    <section className={classes.batch} aria-label={t('incidentGroup.batchTitle')}>
      <div className={classes.batchHead}>
        <h2>{t('incidentGroup.batchTitle')}</h2>
        <span className={classes.quiet}>
          {state} · <DateTime at={batch.createdAt} />
        </span>
        <span className={classes.end}>
          {hasEnded ? null : (
            <Button size="xs" loading={cancel.isPending} onClick={() => cancel.mutate()}>
              {t('incidentGroup.batchCancel')}
            </Button>
          )}
          <LinkButton size="xs" variant="subtle" to={paths.batch(id)}>
            {t('batchStart.open')}
          </LinkButton>
          <Button size="xs" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('incidentGroup.batchResults')}
          </Button>
        </span>
      </div>
      {error === null ? null : <ErrorBanner title={t('incidentGroup.batchFailed')} error={error} />}
      {cancel.isError ? <ErrorBanner title={t('incidentGroup.batchCancelFailed')} error={cancel.error} /> : null}
      <Progress
        value={(100 * (batch.done + batch.failed)) / Math.max(1, batch.total)}
        aria-label={t('incidentGroup.batchTitle')}
        color="var(--app-accent)"
      />
      <p role="status" className="tn">
        {t('incidentGroup.batchProgress', {
          done: number(batch.done),
          failed: number(batch.failed),
          left: number(batch.total - batch.done - batch.failed),
        })}
        {batch.again > 0
          ? ` · ${t('incidentGroup.batchAgain', { count: batch.again, number: number(batch.again) })}`
          : null}
      </p>
      {isOpen ? <BatchItems batch={batch} frameClassName={classes.batchFrame} /> : null}
    </section>
  )
}
