import IconAlertTriangleFilled from 'icon:alert-triangle-filled'
import IconCircleCheckFilled from 'icon:circle-check-filled'
import IconLock from 'icon:lock'
import type { AdminDashboard } from '@millrace/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Figure } from '../../components/dashboard/figure.tsx'
import { presentDuration } from '../../components/dates/dates.tsx'
import { useNow } from '../../components/dates/use-now.ts'
import { Link } from '../../components/link/link.tsx'
import { integratePaths } from '../../config/integrate-paths.ts'
import { paths } from '../../config/paths.ts'
import { presentCount } from '../../lib/present-count.ts'
import { hasRole, useSession } from '../../lib/session/session.ts'
import classes from './admin-dashboard.module.css'

/** The key figures at the top of the dashboard for administrators, each with a link to its list. */
export function KeyFigures({ data }: { data: AdminDashboard }) {
  const { t } = useTranslation()
  const { installation, incidents, queues, signedIn, locked, packages, silentListeners } = data
  const session = useSession()
  const deliveries = hasRole(session, ['RoleIntegration']) ? integratePaths.deliveries : undefined
  const users = hasRole(session, ['RoleUserAdmin']) ? paths.users : undefined
  const now = useNow()
  const oldest = queues
    .flatMap(({ oldestAt }) => (oldestAt === null ? [] : [Date.parse(oldestAt)]))
    .sort((a, b) => a - b)[0]
  const waiting = queues.reduce((sum, one) => sum + one.waiting.total, 0)
  return (
    <section className={classes.figures} aria-label={t('adminDashboard.numbers')}>
      {installation === null ? null : <ServersFigure installation={installation} />}
      <Figure label={t('adminDashboard.incidents')} value={presentCount(incidents)} to={paths.processErrors}>
        {incidents.total === 0 ? (
          <Good>{t('adminDashboard.noIncidents')}</Good>
        ) : (
          <Bad>{t('adminDashboard.toIncidents')}</Bad>
        )}
      </Figure>
      <Figure
        label={t('adminDashboard.oldest')}
        value={
          oldest === undefined
            ? t('adminDashboard.nothingWaits')
            : presentDuration(Math.max(0, now.getTime() - oldest), t) || `0 s`
        }
        to={paths.jobs}
      >
        {t('adminDashboard.waiting', { count: waiting })}
      </Figure>
      <Figure label={t('adminDashboard.signedIn')} value={signedIn.toLocaleString('en')} to={users}>
        {locked === 0 ? (
          t('adminDashboard.noneLocked')
        ) : (
          <span className={classes.note} data-tone="warning">
            <IconLock size={14} stroke={1.6} aria-hidden />
            {users === undefined ? (
              t('adminDashboard.locked', { count: locked })
            ) : (
              <Link to={users} search={{ state: 'locked' }}>
                {t('adminDashboard.locked', { count: locked })}
              </Link>
            )}
          </span>
        )}
      </Figure>
      <Figure label={t('adminDashboard.packages')} value={packages.toLocaleString('en')} to={paths.importExport}>
        {t(packages === 0 ? 'adminDashboard.noPackages' : 'adminDashboard.toPackages')}
      </Figure>
      <Figure label={t('adminDashboard.silentListeners')} value={silentListeners.toLocaleString('en')} to={deliveries}>
        {silentListeners === 0 ? (
          <Good>{t('adminDashboard.noSilentListeners')}</Good>
        ) : (
          t('adminDashboard.toDeliveries')
        )}
      </Figure>
    </section>
  )
}

function ServersFigure({
  installation: { servers, database },
}: {
  installation: NonNullable<AdminDashboard['installation']>
}) {
  const { t } = useTranslation()
  const healthy = servers.filter(({ state }) => state === 'healthy').length
  return (
    <Figure
      label={t('adminDashboard.servers')}
      value={
        servers.length === 0
          ? t('adminDashboard.notMeasured')
          : t('adminDashboard.serversOf', { healthy, count: servers.length })
      }
      anchor="servers"
    >
      {healthy === servers.length ? (
        <Good>{t('adminDashboard.databaseAnswers', { ms: Math.round(database.answerMs) })}</Good>
      ) : (
        <Bad>{t('adminDashboard.databaseAnswers', { ms: Math.round(database.answerMs) })}</Bad>
      )}
    </Figure>
  )
}

function Good({ children }: { children: ReactNode }) {
  return (
    <span className={classes.note} data-tone="good">
      <IconCircleCheckFilled size={14} aria-hidden />
      <span>{children}</span>
    </span>
  )
}

function Bad({ children }: { children: ReactNode }) {
  return (
    <span className={classes.note} data-tone="bad">
      <IconAlertTriangleFilled size={14} aria-hidden />
      <span>{children}</span>
    </span>
  )
}
