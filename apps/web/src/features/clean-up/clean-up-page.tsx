import { Button } from '@mantine/core'
import { api, type CleanUp } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { Figure } from '../../components/dashboard/figure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { presentDateTime, presentTime } from '../../lib/dates.ts'
import classes from './clean-up.module.css'
import { CleanUpRuns } from './clean-up-runs.tsx'
import { KeptDefinitions } from './kept-definitions.tsx'

/** Milliseconds between two looks while a run is under way. */
const everyMs = 3_000

/** The page of the history clean-up: times to live, the next window, and the last runs. */
export function Page() {
  const { t } = useTranslation()
  const query = useQuery({
    ...callQuery(api.cleanUp.get, {}),
    refetchInterval: ({ state }) => (isRunning(state.data) ? everyMs : false),
  })
  const { data } = query
  return (
    <>
      <PageHeader help={t('cleanUp.help')} actions={<RunNow isRunning={isRunning(data)} />} />
      <PageBody>
        <QueryFailure query={query} title={t('cleanUp.failed')} />
        {data === undefined && !query.isError ? <SkeletonRows count={6} height={72} /> : null}
        {data === undefined ? null : (
          <>
            <Figures data={data} />
            <KeptDefinitions data={data} />
            <CleanUpRuns runs={data.runs} />
          </>
        )}
      </PageBody>
    </>
  )
}

function isRunning(data: CleanUp | undefined): boolean {
  return data?.runs.some(({ endedAt }) => endedAt === null) ?? false
}

/** Hours and minutes. */
function timeOfDay(at: string): string {
  return presentTime(new Date(at)).slice(0, 5)
}

function Figures({ data: { window, strategy, runs } }: { data: CleanUp }) {
  const { t } = useTranslation()
  const last = runs.find(({ kind }) => kind !== 'level')
  return (
    <section className={classes.figures} aria-label={t('cleanUp.window')}>
      <Figure
        label={t('cleanUp.window')}
        value={window === null ? t('cleanUp.windowNone') : `${timeOfDay(window.from)} – ${timeOfDay(window.to)}`}
      >
        {window === null
          ? null
          : window.isOpen
            ? t('cleanUp.windowOpen', { when: presentDateTime(window.to) })
            : t('cleanUp.windowNext', { when: presentDateTime(window.from) })}
      </Figure>
      <Figure
        label={t('cleanUp.last')}
        value={last === undefined ? t('cleanUp.never') : presentDateTime(last.startedAt)}
      >
        {last !== undefined && last.endedAt === null ? t('cleanUp.running') : null}
      </Figure>
      <Figure label={t('cleanUp.strategy')} value={t(`cleanUp.strategies.${strategy}`)}>
        {null}
      </Figure>
    </section>
  )
}

function RunNow({ isRunning: isUnderWay }: { isRunning: boolean }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const run = useMutation({
    mutationFn: () => call(api.cleanUp.run, {}),
    onSuccess: () => {
      showToast({ kind: 'success', title: t('cleanUp.ordered') })
      setAsking(false)
    },
  })
  return (
    <>
      <Button disabled={isUnderWay} onClick={() => setAsking(true)}>
        {isUnderWay ? t('cleanUp.running') : t('cleanUp.runNow')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('cleanUp.runTitle')}
        action={t('cleanUp.runAction')}
        keep={t('cleanUp.keep')}
        isDangerous
        isPending={run.isPending}
        error={run.isError ? <ErrorBanner title={t('cleanUp.orderFailed')} error={run.error} /> : null}
        onConfirm={() => run.mutate()}
        onClose={() => setAsking(false)}
      >
        {t('cleanUp.runText')}
      </ConfirmDialog>
    </>
  )
}
