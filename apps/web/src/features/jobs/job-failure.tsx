import type { JobDetail } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { describeModelFault } from '../../lib/api/describe-fault.ts'
import classes from './job.module.css'

/** The message of the last failure of a job, with its stack trace if one was recorded. */
export function JobFailure({ job: { error, detail } }: { job: JobDetail }) {
  const { t } = useTranslation()
  if (error === null) return <p className={classes.quiet}>{t('jobs.noFailure')}</p>
  return (
    <>
      <p className={classes.error}>{describeModelFault(error)}</p>
      {detail === null ? (
        <p className={classes.quiet}>{t('jobs.noDetail')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        <section className={`mono ${classes.stack}`} aria-label={t('jobs.stack')} tabIndex={0}>
          {detail}
        </section>
      )}
    </>
  )
}
