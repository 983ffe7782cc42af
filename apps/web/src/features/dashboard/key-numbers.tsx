import IconChevronRight from 'icon:chevron-right'
import { type DashboardCount, listLimits } from '@millrace/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { presentDuration } from '../../components/dates/dates.tsx'
import { Link } from '../../components/link/link.tsx'
import type { Translate } from '../../lib/i18n.ts'
import { type Address, addresses, instanceAddresses } from './addresses.ts'
import classes from './dashboard.module.css'
import type { CardProps } from './use-dashboard.ts'

/** The four numbers at the top. */
export function KeyNumbers({ data: { tasks, started }, days, scope }: CardProps) {
  const { t } = useTranslation()
  const ofInstances = instanceAddresses(scope)
  const { running, incidents, completed, completedBefore, medianSeconds } = started
  return (
    <section className={classes.numbers} aria-label={t('dashboard.numbers')}>
      <KeyNumber label={t('dashboard.assigned')} value={presentCount(tasks.assigned)} address={addresses.assigned}>
        <Link to={addresses.unclaimed.to} search={addresses.unclaimed.search}>
          {t('dashboard.unclaimed', { count: tasks.unclaimed.total })}
        </Link>
      </KeyNumber>
      <KeyNumber
        label={t('dashboard.overdue')}
        value={presentCount(tasks.overdue)}
        isLate={tasks.overdue.total > 0}
        address={addresses.overdue}
      >
        <Link to={addresses.unclaimedOverdue.to} search={addresses.unclaimedOverdue.search}>
          {t('dashboard.unclaimedLate', { count: tasks.unclaimedOverdue.total })}
        </Link>
      </KeyNumber>
      <KeyNumber label={t('dashboard.running')} value={running.toLocaleString('en')} address={ofInstances.running}>
        {incidents === 0 ? (
          t('dashboard.noIncidents')
        ) : (
          <Link to={ofInstances.incidents.to} search={ofInstances.incidents.search}>
            {t('dashboard.incidents', { count: incidents })}
          </Link>
        )}
      </KeyNumber>
      <KeyNumber
        label={t('dashboard.completed')}
        value={completed.toLocaleString('en')}
        address={ofInstances.completed(days)}
      >
        {medianSeconds === null
          ? compare(completed - completedBefore, t)
          : `${compare(completed - completedBefore, t)}. ${t('dashboard.median', { span: presentDuration(medianSeconds * 1_000, t) })}`}
      </KeyNumber>
    </section>
  )
}

interface Props {
  readonly label: string
  readonly value: string
  readonly address: Address
  readonly isLate?: boolean
  readonly children: ReactNode
}

function KeyNumber({ label, value, address, isLate = false, children }: Props) {
  return (
    <div className={classes.number}>
      <Link to={address.to} search={address.search} className={classes.numberLink}>
        <span className={classes.numberLabel}>
          {label}
          <IconChevronRight size={16} stroke={1.6} className="onwards" aria-hidden />
        </span>{' '}
        <span className={`${classes.value} tn`} data-late={isLate || undefined}>
          {value}
        </span>
      </Link>
      <p className={classes.caption}>{children}</p>
    </div>
  )
}

/** `1,000+` where there are more than are counted. */
export function presentCount({ total, isCapped }: DashboardCount): string {
  return `${total.toLocaleString('en')}${isCapped && total >= listLimits.total ? '+' : ''}`
}

function compare(more: number, t: Translate): string {
  if (more === 0) return t('dashboard.same')
  return more > 0 ? t('dashboard.more', { count: more }) : t('dashboard.fewer', { count: -more })
}
