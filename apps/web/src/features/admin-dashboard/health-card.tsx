import IconAlertCircleFilled from 'icon:alert-circle-filled'
import IconAlertTriangleFilled from 'icon:alert-triangle-filled'
import IconCircleCheckFilled from 'icon:circle-check-filled'
import type { AdminDashboard, AdminServer } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Card } from '../../components/dashboard/card.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import stacked from '../../components/table/stacked.module.css'
import { presentDateTime, presentTime } from '../../lib/dates.ts'
import { presentSize } from '../../lib/present-size.ts'
import classes from './admin-dashboard.module.css'
import { SaveDiagnostics } from './save-diagnostics.tsx'

const icons = { healthy: IconCircleCheckFilled, older: IconAlertCircleFilled, silent: IconAlertTriangleFilled } as const
const tones = { healthy: 'good', older: 'warning', silent: 'bad' } as const

/** The card with the state and load of each server and the database. */
export function HealthCard({
  installation: { servers, database, backup },
}: {
  installation: NonNullable<AdminDashboard['installation']>
}) {
  const { t } = useTranslation()
  return (
    <Card title={t('adminDashboard.health')} anchor="servers">
      <ScrollRegion label={t('adminDashboard.health')} className={classes.scroll}>
        <table className={`${classes.table} ${classes.health} ${stacked.stacked}`}>
          <thead>
            <tr>
              <th scope="col">{t('adminDashboard.part')}</th>
              <th scope="col">{t('adminDashboard.state')}</th>
              <th scope="col">{t('adminDashboard.version')}</th>
              <th scope="col" data-number>
                {t('adminDashboard.calls')}
              </th>
              <th scope="col" data-number>
                {t('adminDashboard.p99')}
              </th>
              <th scope="col" data-number>
                {t('adminDashboard.memory')}
              </th>
            </tr>
          </thead>
          <tbody>
            {servers.map((server) => (
              <ServerRow key={server.id} server={server} />
            ))}
            <tr>
              <th scope="row">
                <span className={classes.note} data-tone="good">
                  <IconCircleCheckFilled size={14} aria-hidden />
                  <span className={classes.partName}>{t('adminDashboard.database')}</span>
                </span>
              </th>
              <td data-label={t('adminDashboard.state')}>{t('adminDashboard.healthy')}</td>
              <td data-label={t('adminDashboard.version')}>{database.version.split(' ')[0]}</td>
              <td data-number />
              <td data-number data-label={t('adminDashboard.p99')}>{`${Math.round(database.answerMs)} ms`}</td>
              <td data-number />
            </tr>
            <BackupRow backup={backup} />
          </tbody>
        </table>
      </ScrollRegion>
      <SaveDiagnostics />
    </Card>
  )
}

/** The last backup. One that is missing or old is a warning. */
function BackupRow({ backup: { last, warnDays, isOld } }: Pick<NonNullable<AdminDashboard['installation']>, 'backup'>) {
  const { t } = useTranslation()
  const tone = isOld ? 'bad' : last?.isChecked === true ? 'good' : 'warning'
  const Icon = { bad: IconAlertTriangleFilled, good: IconCircleCheckFilled, warning: IconAlertCircleFilled }[tone]
  return (
    <tr>
      <th scope="row">
        <span className={classes.note} data-tone={tone}>
          <Icon size={14} aria-hidden />
          <span className={classes.partName}>{t('adminDashboard.backup')}</span>
        </span>
        {last === null ? null : (
          <span className={classes.about}>
            {t('adminDashboard.backupOf', { when: presentDateTime(last.takenAt), size: presentSize(last.size) })}
          </span>
        )}
      </th>
      <td colSpan={5} className={classes.state} data-tone={tone} data-label={t('adminDashboard.state')}>
        {last === null
          ? t('adminDashboard.noBackup')
          : isOld
            ? t('adminDashboard.backupOld', { count: warnDays })
            : t(last.isChecked ? 'adminDashboard.backupChecked' : 'adminDashboard.backupUnchecked')}
      </td>
    </tr>
  )
}

function ServerRow({ server }: { server: AdminServer }) {
  const { t } = useTranslation()
  const { host, processId, roles, state, version, seenAt, calls, callsP99, memory } = server
  const Icon = icons[state]
  const isSilent = state === 'silent'
  return (
    <tr>
      <th scope="row">
        <span className={classes.note} data-tone={tones[state]}>
          <Icon size={14} aria-hidden />
          <span className={classes.partName}>{`${host} (${processId})`}</span>
        </span>
        <span className={classes.about}>{roles.replace(',', ', ')}</span>
      </th>
      <td className={classes.state} data-tone={tones[state]} data-label={t('adminDashboard.state')}>
        {isSilent
          ? t('adminDashboard.silent', { when: presentTime(new Date(seenAt)) })
          : t(state === 'older' ? 'adminDashboard.older' : 'adminDashboard.healthy')}
      </td>
      <td data-label={t('adminDashboard.version')}>{version}</td>
      <td data-number data-label={t('adminDashboard.calls')}>
        {isSilent ? '' : calls.toLocaleString('en')}
      </td>
      <td data-number data-label={t('adminDashboard.p99')}>
        {isSilent ? '' : callsP99 === null ? t('adminDashboard.notMeasured') : `${Math.round(callsP99)} ms`}
      </td>
      <td data-number data-label={t('adminDashboard.memory')}>
        {isSilent ? '' : presentSize(memory)}
      </td>
    </tr>
  )
}
