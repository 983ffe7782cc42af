import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DateTime } from '../../components/dates/dates.tsx'
import { Link } from '../../components/link/link.tsx'
import { Person } from '../../components/person/person.tsx'
import { paths } from '../../config/paths.ts'
import classes from './instance-data.module.css'
import { InstanceItems } from './instance-items.tsx'
import type { Selection } from './instance-record.tsx'
import { activitiesQuery } from './process-queries.ts'

interface Props {
  readonly instanceId: string
  readonly selection: Selection
}

/** The open tasks of an instance, with links to their pages, where operators assign and complete them. */
export function InstanceTasks({ instanceId, selection }: Props) {
  const { t } = useTranslation()
  const query = useQuery({
    ...activitiesQuery(instanceId),
    select: ({ items, isCapped }) => ({
      items: items.filter(({ taskId, endedAt }) => taskId !== null && endedAt === null),
      // Open element instances are listed before those that have ended.
      isCapped: isCapped && items.every(({ endedAt }) => endedAt === null),
    }),
  })
  return (
    <InstanceItems
      label={t('operatedInstance.tasks')}
      query={query}
      selection={selection}
      failed={t('operatedInstance.tasksFailed')}
      empty={t('operatedInstance.tasksEmpty')}
      notOfStep={t('operatedInstance.tasksNotOfStep')}
    >
      {({ taskId, name, elementId, assignee, startedAt }) => (
        <div className={classes.incidentHead}>
          <Link to={paths.engineTask(taskId ?? '')}>{name ?? elementId}</Link>
          {assignee === null ? (
            <span className={classes.quiet}>{t('operatedInstance.unassigned')}</span>
          ) : (
            <Person person={assignee} />
          )}
          <span className={classes.right}>
            {t('instance.since')} <DateTime at={startedAt} />
          </span>
        </div>
      )}
    </InstanceItems>
  )
}
