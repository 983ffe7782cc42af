import IconAlertTriangleFilled from 'icon:alert-triangle-filled'
import type { AdminDashboard } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Card } from '../../components/dashboard/card.tsx'
import { ShortTime } from '../../components/dates/dates.tsx'
import { Link } from '../../components/link/link.tsx'
import { paths } from '../../config/paths.ts'
import { presentTime } from '../../lib/dates.ts'
import classes from './admin-dashboard.module.css'

type Chores = NonNullable<AdminDashboard['installation']>['chores']

/** The card with the last and the next run of each maintenance chore. */
export function ChoresCard({ chores }: { chores: Chores }) {
  const { t } = useTranslation()
  const names: Readonly<Record<string, string>> = t('adminDashboard.choreNames', { returnObjects: true })
  return (
    <Card title={t('adminDashboard.chores')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('adminDashboard.chore')}</th>
            <th scope="col" data-number>
              {t('adminDashboard.last')}
            </th>
            <th scope="col" data-number>
              {t('adminDashboard.next')}
            </th>
          </tr>
        </thead>
        <tbody>
          {chores.map(({ name, lastAt, nextAt, isFailing }) => (
            <tr key={name}>
              <th scope="row">
                {name === 'history-cleanup' ? <Link to={paths.cleanUp}>{names[name]}</Link> : (names[name] ?? name)}
              </th>
              <td data-number>{lastAt === null ? t('adminDashboard.never') : <ShortTime at={lastAt} />}</td>
              <td data-number>
                {isFailing ? (
                  <span className={classes.note} data-tone="bad">
                    <IconAlertTriangleFilled size={14} aria-hidden />
                    {t('adminDashboard.failing', { when: presentTime(new Date(nextAt)) })}
                  </span>
                ) : (
                  <ShortTime at={nextAt} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
