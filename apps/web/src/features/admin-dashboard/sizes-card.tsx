import type { AdminDashboard } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Card, CardText } from '../../components/dashboard/card.tsx'
import { presentSize } from '../../lib/present-size.ts'
import classes from './admin-dashboard.module.css'

interface Props {
  readonly installation: NonNullable<AdminDashboard['installation']>
  readonly days: number
}

/** The card with the size of the database and its change. */
export function SizesCard({ installation: { sizes, database }, days }: Props) {
  const { t } = useTranslation()
  const most = Math.max(1, ...sizes.map(({ bytes }) => bytes))
  return (
    <Card
      title={t('adminDashboard.sizes')}
      aside={
        <span className={classes.updated}>{t('adminDashboard.sizesOf', { size: presentSize(database.size) })}</span>
      }
    >
      {sizes.length === 0 ? (
        <CardText>{t('adminDashboard.notMeasured')}</CardText>
      ) : (
        <table className={classes.table} aria-label={t('adminDashboard.sizes')}>
          <thead>
            <tr>
              <th scope="col">{t('adminDashboard.part')}</th>
              <th scope="col" data-number>
                {t('adminDashboard.sizes')}
              </th>
              <th scope="col" data-number>
                {t('adminDashboard.change', { count: days })}
              </th>
            </tr>
          </thead>
          <tbody>
            {sizes.map(({ name, bytes, change }) => (
              <tr key={name}>
                <th scope="row">
                  {t(`adminDashboard.sizeNames.${name}`)}
                  <span className={classes.track} aria-hidden>
                    <span style={{ width: `${Math.max(1, (bytes / most) * 100)}%` }} />
                  </span>
                </th>
                <td data-number>{presentSize(bytes)}</td>
                <td data-number>
                  {change === null
                    ? t('adminDashboard.notMeasured')
                    : `${change < 0 ? '−' : '+'}${presentSize(Math.abs(change))}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}
