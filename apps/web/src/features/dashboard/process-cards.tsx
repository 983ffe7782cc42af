import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card, CardText } from '../../components/dashboard/card.tsx'
import { presentDuration } from '../../components/dates/dates.tsx'
import { useNow } from '../../components/dates/use-now.ts'
import { Link } from '../../components/link/link.tsx'
import { type Address, instanceAddresses } from './addresses.ts'
import classes from './dashboard.module.css'
import type { CardProps } from './use-dashboard.ts'

/**
 * The card with the waiting time of running processes as bars, their numbers, and the time since the oldest has been
 * waiting.
 */
export function WaitingCard({ data: { waiting }, scope }: CardProps) {
  const { t } = useTranslation()
  const now = useNow()
  const most = Math.max(1, ...waiting.map(({ medianWaitSeconds }) => medianWaitSeconds ?? 0))
  return (
    <Card title={t('dashboard.waiting')}>
      {waiting.length === 0 ? <CardText>{t('dashboard.noneWaiting')}</CardText> : null}
      <ul className={classes.meters}>
        {waiting.map(({ key, name, count, oldest, medianWaitSeconds }) => (
          <Meter
            key={key}
            name={name}
            address={instanceAddresses(scope).runningOf(key)}
            part={medianWaitSeconds === null ? null : medianWaitSeconds / most}
          >
            <span className="tn">{t('dashboard.waitingCount', { count })}</span>{' '}
            {medianWaitSeconds === null
              ? ''
              : `${t('dashboard.waitingFor', { span: presentDuration(medianWaitSeconds * 1_000, t) })} `}
            {t('dashboard.waitingSince', { span: presentDuration(now.getTime() - Date.parse(oldest), t) })}
          </Meter>
        ))}
      </ul>
    </Card>
  )
}

/** The card with the durations of processes. */
export function DurationsCard({ data: { durations }, days, scope }: CardProps) {
  const { t } = useTranslation()
  const most = Math.max(1, ...durations.map(({ medianSeconds }) => medianSeconds))
  return (
    <Card title={t('dashboard.durations')}>
      {durations.length === 0 ? <CardText>{t('dashboard.noneFinished')}</CardText> : null}
      <ul className={classes.meters}>
        {durations.map(({ key, name, count, medianSeconds }) => (
          <Meter
            key={key}
            name={name}
            address={instanceAddresses(scope).completedOf(key, days)}
            part={medianSeconds / most}
          >
            {t('dashboard.durationOf', { span: presentDuration(medianSeconds * 1_000, t), count })}
          </Meter>
        ))}
      </ul>
    </Card>
  )
}

interface Props {
  readonly name: string
  readonly address: Address
  /** The length relative to the longest bar; null without data. */
  readonly part: number | null
  readonly children: ReactNode
}

function Meter({ name, address, part, children }: Props) {
  return (
    <li className={classes.meter}>
      <Link to={address.to} search={address.search}>
        {name}
      </Link>
      <span className={classes.track} aria-hidden>
        {part === null ? null : <span style={{ width: `${Math.max(1, part * 100)}%` }} />}
      </span>
      <span className={classes.meterValue}>{children}</span>
    </li>
  )
}
