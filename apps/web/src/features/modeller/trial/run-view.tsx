import { Button, Skeleton } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../../components/banner/banner.tsx'
import { ErrorBanner } from '../../../components/banner/error-banner.tsx'
import { hasCode } from '../../../lib/api/api-error.ts'
import { describeModelFault } from '../../../lib/api/describe-fault.ts'
import { presentDateTime } from '../../../lib/dates.ts'
import { nameElements } from '../editor/name-elements.ts'
import { nameOf } from '../editor/name-of.ts'
import { useSession } from '../editor/use-session.ts'
import { KeepDialog } from './keep-dialog.tsx'
import { Outcome } from './outcome.tsx'
import { StartStep } from './start-step.tsx'
import classes from './trial.module.css'
import { useMarks } from './use-marks.ts'
import type { TrialRun, TriedProcess } from './use-trial.ts'
import { WaitingList } from './waiting-list.tsx'

interface Props {
  readonly trial: TrialRun
  readonly process: TriedProcess
  readonly canEdit: boolean
}

/** The view of a trial: its position, the next possible steps, and its results. */
export function RunView({ trial, process, canEdit }: Props) {
  const { t } = useTranslation()
  const session = useSession()
  const { state, isBusy, error } = trial
  const [isKeeping, setKeeping] = useState(false)
  const marks = useMemo(
    () => ({
      passed: state?.passed ?? [],
      tokens: (state?.tokens ?? []).filter(({ process: called }) => called === null),
    }),
    [state],
  )
  useMarks(session, marks)
  const failure = error !== null && !hasCode(error, 'form.invalid') ? error : null
  const banner =
    failure === null ? null : (
      <ErrorBanner
        title={t('modeller.trial.failed')}
        error={failure}
        onRetry={() => trial.replay(state?.steps ?? [])}
      />
    )
  if (state === null)
    return (
      <div className={classes.section} aria-busy={isBusy}>
        {banner ?? <Skeleton height={160} />}
      </div>
    )
  const canKeep = canEdit && state.steps.length > 0 && state.failure === null
  return (
    <div aria-busy={isBusy}>
      <div className={classes.section}>
        {state.steps.length === 0 ? <p className={classes.text}>{t('modeller.trial.hint')}</p> : null}
        <div className={classes.row} role="status">
          <span className={classes.status} data-status={state.status}>
            {t(`modeller.trial.status.${state.status}`)}
          </span>
          {state.status === 'new' ? null : (
            <span className={classes.text}>{`${t('modeller.trial.clock')}: ${presentDateTime(state.clock)}`}</span>
          )}
        </div>
        <div className={classes.row}>
          <Button size="xs" disabled={isBusy || state.steps.length === 0} onClick={trial.back}>
            {t('modeller.trial.back')}
          </Button>
          <Button size="xs" disabled={isBusy || state.steps.length === 0} onClick={trial.restart}>
            {t('modeller.trial.restart')}
          </Button>
          <Button size="xs" disabled={isBusy || !canKeep} onClick={() => setKeeping(true)}>
            {t('modeller.trial.keep')}
          </Button>
        </div>
        {banner}
        {state.failure === null ? null : (
          <Banner
            kind="error"
            title={`${t('modeller.trial.stopped')}${state.failure.element === null ? '' : `: ${nameOf(session, state.failure.element)}`}`}
          >
            {t('modeller.trial.stoppedText', {
              message: nameElements(session, describeModelFault(state.failure.message)),
            })}
          </Banner>
        )}
      </div>
      {state.status === 'new' ? <StartStep trial={trial} state={state} /> : <WaitingList trial={trial} state={state} />}
      <Outcome state={state} />
      <KeepDialog isOpen={isKeeping} process={process} state={state} onClose={() => setKeeping(false)} />
    </div>
  )
}
