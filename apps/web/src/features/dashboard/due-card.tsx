import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { Card, CardText } from '../../components/dashboard/card.tsx'
import { DueDate } from '../../components/dates/dates.tsx'
import { Link } from '../../components/link/link.tsx'
import { paths } from '../../config/paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { presentCount } from '../../lib/present-count.ts'
import { restOfTitle } from '../../lib/title-rest.ts'
import { addresses } from './addresses.ts'
import classes from './dashboard.module.css'
import type { CardProps } from './use-dashboard.ts'

const ranges = ['overdue', 'today', 'week', 'later', 'undated'] as const

/** The query of the first of the user's tasks. The page waits for it, so that no card below this one moves. */
export const firstTasksQuery = callQuery(api.tasks.assigned, { query: { size: 6 } })

/** The card with the numbers of the user's tasks by due date, and the first of these tasks. */
export function DueCard({ data: { tasks } }: CardProps) {
  const { t } = useTranslation()
  // A link to an empty list leads nowhere.
  const filled = ranges.filter((range) => tasks[range].total > 0)
  const asked = useQuery(firstTasksQuery)
  return (
    <Card title={t('dashboard.due')} all={{ ...addresses.assigned, label: t('dashboard.allAssigned') }}>
      {filled.length === 0 ? null : (
        <ul className={classes.ranges}>
          {filled.map((range) => (
            <li key={range}>
              <Link
                to={addresses[range].to}
                search={addresses[range].search}
                data-late={(range === 'overdue' && tasks.overdue.total > 0) || undefined}
              >
                {t(`dashboard.${range}`)} <span className="tn">{presentCount(tasks[range])}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <QueryFailure query={asked} title={t('tasks.failed')} isRegion />
      {asked.data?.items.length === 0 ? <CardText>{t('dashboard.noTasks')}</CardText> : null}
      <ul className={classes.rows}>
        {asked.data?.items.map(({ id, name, title, process, dueAt }) => (
          <li key={id} className={classes.row}>
            <Link to={paths.task('assigned', id)}>{name}</Link>
            <span className={classes.about}>{restOfTitle(title ?? '', process?.name ?? '')}</span>
            {dueAt === null ? null : <DueDate due={dueAt} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}
