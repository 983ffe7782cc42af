import '@mantine/core/styles/Progress.layer.css'
import { Button, Progress } from '@mantine/core'
import { api, type SimulationDetail } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../../components/banner/banner.tsx'
import { ErrorBanner } from '../../../components/banner/error-banner.tsx'
import { QueryFailure } from '../../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../../components/delayed/skeleton-rows.tsx'
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx'
import { call } from '../../../lib/api/call.ts'
import classes from '../definitions.module.css'
import { Downloads } from './downloads.tsx'
import { isUnfinished, simulationQuery } from './simulation-queries.ts'
import { SimulationResults } from './simulation-results.tsx'

/** A simulation: its progress while it runs, then its results. */
export function SimulationView({ id, onDeleted }: { readonly id: string; readonly onDeleted: () => void }) {
  const { t } = useTranslation()
  const query = useQuery(simulationQuery(id))
  const { data } = query
  return (
    <>
      <QueryFailure query={query} title={t('simulation.failed')} isRegion />
      {data === undefined ? (
        query.isError ? null : (
          <div className={classes.simulationPending}>
            <SkeletonRows count={6} height={34} />
          </div>
        )
      ) : (
        <>
          <div className={classes.simulationTools}>
            <h2>{data.name}</h2>
            <span className={classes.quiet}>{t(`simulation.states.${data.state}`)}</span>
            <span className={classes.grow} />
            {isUnfinished(data.state) ? <Cancel id={id} /> : <Delete simulation={data} onDeleted={onDeleted} />}
          </div>
          <Content simulation={data} />
        </>
      )}
    </>
  )
}

function Content({ simulation: { state, doneRuns, runs, message, result } }: { simulation: SimulationDetail }) {
  const { t } = useTranslation()
  if (isUnfinished(state))
    return (
      <div className={classes.simulationText} role="status">
        <p>
          {state === 'waiting' ? t('simulation.measuring') : t('simulation.progress', { done: doneRuns, total: runs })}
        </p>
        <Progress value={(doneRuns / runs) * 100} aria-label={t('simulation.progressLabel')} />
      </div>
    )
  if (state === 'failed')
    return (
      <Banner kind="error" title={t('simulation.failedTitle')}>
        {message}
      </Banner>
    )
  if (result === null) return <Banner kind="info" title={t('simulation.cancelledTitle')} />
  return <SimulationResults result={result} />
}

function Cancel({ id }: { id: string }) {
  const { t } = useTranslation()
  const cancel = useMutation({ mutationFn: () => call(api.simulations.cancel, { params: { id } }) })
  return (
    <>
      <Button size="xs" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        {t('simulation.cancel')}
      </Button>
      {cancel.isError ? <ErrorBanner title={t('simulation.cancelFailed')} error={cancel.error} /> : null}
    </>
  )
}

interface DeleteProps {
  readonly simulation: SimulationDetail
  readonly onDeleted: () => void
}

function Delete({ simulation: { id, name, result }, onDeleted }: DeleteProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => call(api.simulations.delete, { params: { id } }),
    onSuccess: onDeleted,
  })
  return (
    <>
      {result === null ? null : <Downloads name={name} result={result} />}
      <Button size="xs" onClick={() => setAsking(true)}>
        {t('simulation.delete')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('simulation.deleteTitle', { name })}
        action={t('simulation.delete')}
        keep={t('simulation.keep')}
        isDangerous
        isPending={remove.isPending}
        error={remove.isError ? <ErrorBanner title={t('simulation.deleteFailed')} error={remove.error} /> : null}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      >
        {t('simulation.deleteText')}
      </ConfirmDialog>
    </>
  )
}
