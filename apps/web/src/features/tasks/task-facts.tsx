import type { TaskDetail } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Age, DueDate } from '../../components/dates/dates.tsx'
import { Link } from '../../components/link/link.tsx'
import { Person } from '../../components/person/person.tsx'
import { Priority } from '../../components/status/priority.tsx'
import { type Status, StatusBadge } from '../../components/status/status-badge.tsx'
import { paths } from '../../config/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { restOfTitle } from '../../lib/title-rest.ts'
import classes from './task-header.module.css'
import { TaskViewers } from './task-viewers.tsx'

/** The instance that the task belongs to. */
export function ProcessLine({
  task: { process, title, permissions },
  toInstance = paths.instance,
}: {
  task: TaskDetail
  /** Where the user sees instances. */
  toInstance?: (id: string) => string
}) {
  const { t } = useTranslation()
  if (process === null) return null
  return (
    <p className={classes.process}>
      {permissions.seeProcess ? <Link to={toInstance(process.instanceId)}>{process.name}</Link> : process.name}{' '}
      {restOfTitle(title ?? '', process.name)}
      {title === null ? '' : ' · '}
      {t('common.version', { version: process.version })}
    </p>
  )
}

/** The facts of a task: state, priority, times, assignee and candidates. */
export function TaskFacts({ task }: { task: TaskDetail }) {
  const { t } = useTranslation()
  const { username } = useSession()
  const { state, priority, dueAt, createdAt, assignee, candidateGroups, inPlaceOf } = task
  const isMine = assignee?.username === username
  const isOpen = state !== 'completed' && state !== 'cancelled'
  return (
    <div className={classes.facts}>
      <StatusBadge status={toStatus(state, isMine)} />
      <Priority value={priority} />
      {dueAt !== null && isOpen ? <DueDate due={dueAt} sentence /> : null}
      <span className={classes.quiet}>
        {t('task.created', { when: '' })}
        <Age since={createdAt} ago />
      </span>
      {assignee !== null && !isMine ? (
        <span className={classes.fact}>
          <span className={classes.quiet}>{t(inPlaceOf === null ? 'task.assignee' : 'task.inPlaceOf')}</span>{' '}
          <Person person={assignee} />
        </span>
      ) : null}
      {candidateGroups.length > 0 ? (
        <span className={classes.fact}>
          <span className={classes.quiet}>{t(candidateGroups.length === 1 ? 'task.group' : 'task.groups')}</span>{' '}
          {candidateGroups.join(', ')}
        </span>
      ) : null}
      {isOpen ? <TaskViewers taskId={task.id} /> : null}
    </div>
  )
}

function toStatus(state: TaskDetail['state'], isMine: boolean): Status {
  return state === 'assigned' && isMine ? 'claimedByYou' : state
}
