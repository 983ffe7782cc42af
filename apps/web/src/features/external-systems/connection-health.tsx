import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ShortTime } from '../../components/dates/dates.tsx'
import { Link } from '../../components/link/link.tsx'
import { MetaFact, MetaRow } from '../../components/page/meta-row.tsx'
import { Section } from '../../components/section/section.tsx'
import { integratePaths } from '../../config/integrate-paths.ts'
import { presentTime } from '../../lib/dates.ts'
import classes from './external-systems.module.css'
import { healthQuery } from './queries.ts'

/** The statistics of the calls of a connection in the last 24 hours. */
export function ConnectionHealth({ id, name }: { readonly id: string; readonly name: string }) {
  const { t } = useTranslation()
  const health = useQuery(healthQuery(id))
  const { data } = health
  return (
    <Section title={t('externalCalls.health')} hint={t('externalCalls.healthHint')}>
      {health.isError ? <ErrorBanner title={t('externalCalls.healthFailed')} error={health.error} /> : null}
      {data === undefined ? null : data.calls === 0 ? (
        t('externalCalls.healthNone')
      ) : (
        <>
          <MetaRow>
            <MetaFact label={t('externalCalls.healthCalls')}>{data.calls.toLocaleString('en')}</MetaFact>
            <MetaFact label={t('externalCalls.healthFailures')}>{data.failures.toLocaleString('en')}</MetaFact>
            <MetaFact label={t('externalCalls.healthMedian')}>
              {t('externalCalls.milliseconds', { ms: (data.medianMs ?? 0).toLocaleString('en') })}
            </MetaFact>
            {data.lastAt === null ? null : (
              <MetaFact label={t('externalCalls.healthLast')}>
                <ShortTime at={data.lastAt} />
              </MetaFact>
            )}
          </MetaRow>
          <Hours hours={data.hours} />
        </>
      )}
      {data === undefined ? null : (
        <p>
          <Link to={integratePaths.callsOf(name)}>{t('externalCalls.showCalls')}</Link>
        </p>
      )}
    </Section>
  )
}

interface Hour {
  readonly from: string
  readonly calls: number
  readonly failures: number
}

/** A bar for each hour, with its failures at the bottom. */
function Hours({ hours }: { readonly hours: readonly Hour[] }) {
  const { t } = useTranslation()
  const most = Math.max(1, ...hours.map(({ calls }) => calls))
  return (
    <ul className={classes.hours} aria-label={t('externalCalls.healthChart')}>
      {hours.map(({ from, calls, failures }) => {
        const text = t('externalCalls.healthHour', { at: presentTime(from), calls, failures })
        return (
          <li key={from} title={text}>
            <VisuallyHidden>{text}</VisuallyHidden>
            <span className={classes.hourCalls} style={{ height: `${((calls - failures) / most) * 100}%` }} />
            <span className={classes.hourFailures} style={{ height: `${(failures / most) * 100}%` }} />
          </li>
        )
      })}
    </ul>
  )
}
