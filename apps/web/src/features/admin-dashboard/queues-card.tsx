import type { AdminDashboard } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Card } from '../../components/dashboard/card.tsx'
import { presentDuration } from '../../components/dates/dates.tsx'
import { useNow } from '../../components/dates/use-now.ts'
import { paths } from '../../config/paths.ts'
import { presentCount } from '../../lib/present-count.ts'
import classes from './admin-dashboard.module.css'

/** The waiting time in milliseconds from which an entry is highlighted. */
const longMs = 120_000

/**
 * The card with the due jobs that have not started, by kind, with the time since which the first one has been waiting.
 */
export function QueuesCard({ queues }: Pick<AdminDashboard, 'queues'>) {
  const { t } = useTranslation()
  const now = useNow().getTime()
  return (
    <Card title={t('adminDashboard.queues')} all={{ to: paths.jobs, label: t('adminDashboard.jobs') }}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('adminDashboard.queue')}</th>
            <th scope="col" data-number>
              {t('adminDashboard.waitingColumn')}
            </th>
            <th scope="col" data-number>
              {t('adminDashboard.lag')}
            </th>
          </tr>
        </thead>
        <tbody>
          {queues.map(({ name, waiting, oldestAt }) => {
            const lag = oldestAt === null ? 0 : Math.max(0, now - Date.parse(oldestAt))
            return (
              <tr key={name}>
                <th scope="row">{t(`adminDashboard.queueNames.${name}`)}</th>
                <td data-number>{presentCount(waiting)}</td>
                <td data-number className={classes.state} data-tone={lag > longMs ? 'warning' : undefined}>
                  {presentDuration(lag, t) || '0 s'}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Card>
  )
}
