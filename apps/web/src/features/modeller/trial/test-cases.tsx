import { Button, Skeleton } from '@mantine/core'
import { api, type ProcessTest, type TestRun, type TrialStep } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx'
import { call } from '../../../lib/api/call.ts'
import { callQuery } from '../../../lib/api/call-query.ts'
import { nameElements } from '../editor/name-elements.ts'
import { useSession } from '../editor/use-session.ts'
import { KeepDialog } from './keep-dialog.tsx'
import classes from './trial.module.css'
import { useMarks } from './use-marks.ts'
import type { TriedProcess } from './use-trial.ts'

interface Props {
  readonly process: TriedProcess
  readonly canEdit: boolean
  readonly onPlay: (steps: readonly TrialStep[]) => void
}

/** The test cases of the process, with their results for the current diagram and the expectations that are met. */
export function TestCases({ process, canEdit, onPlay }: Props) {
  const { t } = useTranslation()
  const session = useSession()
  const tests = useQuery(callQuery(api.trials.tests, { params: process }))
  const run = useMutation({
    mutationFn: async () => call(api.trials.runTests, { params: process, body: { xml: await session.toXml() } }),
  })
  const passed = run.data?.coverage.passed
  const marks = useMemo(() => ({ passed: passed ?? [], showsRest: passed !== undefined }), [passed])
  useMarks(session, marks)
  if (tests.data === undefined)
    return (
      <div className={classes.section} aria-busy={tests.isPending}>
        {tests.isError ? (
          <ErrorBanner
            title={t('modeller.trial.testsFailed')}
            error={tests.error}
            onRetry={() => void tests.refetch()}
          />
        ) : (
          <Skeleton height={120} />
        )}
      </div>
    )
  if (tests.data.length === 0)
    return (
      <div className={classes.section}>
        <h3>{t('modeller.trial.noTests')}</h3>
        <p className={classes.text}>{t('modeller.trial.noTestsText')}</p>
      </div>
    )
  return (
    <>
      <div className={classes.section} aria-busy={run.isPending}>
        <div className={classes.row}>
          <Button size="xs" variant="filled" loading={run.isPending} onClick={() => run.mutate()}>
            {t('modeller.trial.runAll')}
          </Button>
        </div>
        {run.isError ? <ErrorBanner title={t('modeller.trial.runFailed')} error={run.error} /> : null}
        {run.data === undefined ? null : <Summary run={run.data} />}
      </div>
      <div className={classes.section}>
        <ul className={classes.list}>
          {tests.data.map((test) => (
            <TestItem
              key={test.id}
              test={test}
              process={process}
              canEdit={canEdit}
              result={run.data?.results.find(({ id }) => id === test.id)}
              onPlay={onPlay}
            />
          ))}
        </ul>
      </div>
    </>
  )
}

function Summary({ run: { results, coverage } }: { run: TestRun }) {
  const { t } = useTranslation()
  const { passed, total } = coverage
  const percent = total === 0 ? 0 : Math.floor((100 * passed.length) / total)
  const good = results.filter(({ difference }) => difference === null).length
  return (
    <div role="status" className={classes.list}>
      <p className={classes.text}>{t('modeller.trial.results', { passed: good, total: results.length })}</p>
      <p className={classes.text}>{t('modeller.trial.coverage', { percent, passed: passed.length, total })}</p>
    </div>
  )
}

interface ItemProps extends Props {
  readonly test: ProcessTest
  readonly result: TestRun['results'][number] | undefined
}

function TestItem({ test, result, process, canEdit, onPlay }: ItemProps) {
  const { t } = useTranslation()
  const session = useSession()
  const [asks, setAsks] = useState<'edit' | 'remove' | null>(null)
  const { name } = test
  const remove = useMutation({
    mutationFn: () => call(api.trials.removeTest, { params: { ...process, testId: test.id } }),
    onSuccess: () => setAsks(null),
  })
  return (
    <li className={classes.item}>
      <div className={classes.answer} style={{ borderTop: 0 }}>
        <strong>{name}</strong>
        {result === undefined ? null : result.difference === null ? (
          <span className={classes.passed}>{t('modeller.trial.passed')}</span>
        ) : (
          <span className={classes.difference}>{nameElements(session, result.difference)}</span>
        )}
        <div className={classes.row}>
          <Button
            size="compact-xs"
            aria-label={t('modeller.trial.playOne', { name })}
            onClick={() => onPlay(test.steps)}
          >
            {t('modeller.trial.play')}
          </Button>
          <Button
            size="compact-xs"
            disabled={!canEdit}
            aria-label={t('modeller.trial.editOne', { name })}
            onClick={() => setAsks('edit')}
          >
            {t('modeller.trial.edit')}
          </Button>
          <Button
            size="compact-xs"
            disabled={!canEdit}
            aria-label={t('modeller.trial.removeOne', { name })}
            onClick={() => setAsks('remove')}
          >
            {t('modeller.trial.remove')}
          </Button>
        </div>
      </div>
      <KeepDialog isOpen={asks === 'edit'} process={process} test={test} onClose={() => setAsks(null)} />
      <ConfirmDialog
        isOpen={asks === 'remove'}
        title={t('modeller.trial.removeTitle', { name })}
        action={t('modeller.trial.remove')}
        keep={t('modeller.trial.cancel')}
        isDangerous
        isPending={remove.isPending}
        error={
          remove.isError ? <ErrorBanner title={t('modeller.trial.removeFailed')} error={remove.error} /> : undefined
        }
        onConfirm={() => remove.mutate()}
        onClose={() => setAsks(null)}
      >
        {t('modeller.trial.removeText')}
      </ConfirmDialog>
    </li>
  )
}
