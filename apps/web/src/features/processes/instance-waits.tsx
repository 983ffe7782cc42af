import IconAlertTriangle from 'icon:alert-triangle'
import IconClock from 'icon:clock'
import IconHistory from 'icon:history'
import IconUserCheck from 'icon:user-check'
import type { InstanceDetail, InstanceMoment, InstanceWait } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { presentSpan } from '../../components/dates/dates.tsx'
import { useNow } from '../../components/dates/use-now.ts'
import { Link } from '../../components/link/link.tsx'
import { paths } from '../../config/paths.ts'
import { presentDateTime, toSpan } from '../../lib/dates.ts'
import type { Translate } from '../../lib/i18n.ts'
import classes from './user-instance.module.css'

/** The waiting steps of an instance as sentences; for an earlier time, the steps that were open then. */
export function InstanceWaits({ instance, moment }: { instance: InstanceDetail; moment: InstanceMoment | null }) {
  const { t } = useTranslation()
  const now = useNow()
  if (moment !== null)
    return (
      <ul className={classes.waits} aria-label={t('instance.waitsTitle')}>
        <li>
          <IconHistory size={16} stroke={1.6} aria-hidden />
          {moment.open.length === 0
            ? t('instance.stoodNowhere', { when: presentDateTime(moment.at) })
            : t('instance.stoodAt', { when: presentDateTime(moment.at), steps: moment.open.join(', ') })}
        </li>
      </ul>
    )
  if (instance.waits.length === 0) return null
  return (
    <ul className={classes.waits} aria-label={t('instance.waitsTitle')}>
      {instance.waits.map((wait) => (
        <li key={wait.id} data-kind={wait.kind}>
          <WaitIcon kind={wait.kind} />
          <span>
            {sayWait(wait, now, t)}{' '}
            {wait.calledInstanceId === null ? null : (
              <Link to={paths.instance(wait.calledInstanceId)}>{t('instance.openCalled')}</Link>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

function WaitIcon({ kind }: Pick<InstanceWait, 'kind'>) {
  const Icon = kind === 'incident' ? IconAlertTriangle : kind === 'task' ? IconUserCheck : IconClock
  return <Icon size={16} stroke={1.6} aria-hidden />
}

/**
 * Presents what an instance waits for: the user, group or event, the step, since when, and when it continues
 * automatically.
 */
export function sayWait(wait: InstanceWait, now: Date, t: Translate): string {
  const { kind, assignee, candidates, event, until } = wait
  const step = wait.step ?? t('instance.someStep')
  const since = presentSpan(toSpan(now.getTime() - Date.parse(wait.since)), t)
  if (kind === 'task') {
    const who = assignee?.displayName ?? (candidates.length === 0 ? t('instance.somebody') : candidates.join(', '))
    return t(assignee === null ? 'instance.waits.candidates' : 'instance.waits.assignee', { who, step, since })
  }
  if (kind === 'timer' && until !== null) return t('instance.waits.timer', { step, when: presentDateTime(until) })
  if (kind === 'timer') return t('instance.waits.other', { step, since })
  return t(`instance.waits.${kind}`, { step, since, event: event ?? step })
}
