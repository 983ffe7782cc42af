import IconArrowLeft from 'icon:arrow-left'
import IconChevronDown from 'icon:chevron-down'
import IconChevronUp from 'icon:chevron-up'
import IconLockOpen from 'icon:lock-open'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import type { TaskDetail } from '@millrace/contract'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Age, DueDate } from '../../components/dates/dates.tsx'
import type { DrawnIcon } from '../../components/icon/drawn.tsx'
import { Link } from '../../components/link/link.tsx'
import { Person } from '../../components/person/person.tsx'
import { Priority } from '../../components/status/priority.tsx'
import { type Status, StatusBadge } from '../../components/status/status-badge.tsx'
import { paths } from '../../config/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { useScreen } from '../../lib/use-screen.ts'
import { useClaim, useRelease } from './task-actions.ts'
import classes from './task-header.module.css'
import type { Tasks } from './use-task-list.ts'

/** What the task is, where it belongs and by when; claiming and releasing it. */
export function TaskHeader({ task, tasks }: { task: TaskDetail; tasks: Tasks }) {
  const { t } = useTranslation()
  const isPhone = useScreen() === 'phone'
  useDocumentTitle(task.name)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isPhone) heading.current?.focus({ preventScroll: true })
  }, [isPhone])
  const Heading = isPhone ? 'h1' : 'h2'
  return (
    <header className={classes.header}>
      {isPhone ? (
        <Link to={paths.tasks(tasks.location)} search={tasks.search} className={classes.back}>
          <IconArrowLeft size={15} stroke={1.6} aria-hidden />
          {t(tasks.location === 'assigned' ? 'tasks.assignedTitle' : 'tasks.unclaimedTitle')}
        </Link>
      ) : null}
      <div className={classes.titleRow}>
        <Heading ref={heading} tabIndex={-1} className={classes.title}>
          {task.name}
        </Heading>
        <div className={classes.actions}>
          <ClaimButtons task={task} />
          {isPhone ? null : (
            <>
              <StepButton
                label={t('task.previous')}
                icon={IconChevronUp}
                isDisabled={!tasks.previous}
                onClick={() => tasks.open(tasks.previous)}
              />
              <StepButton
                label={t('task.next')}
                icon={IconChevronDown}
                isDisabled={!tasks.next}
                onClick={() => tasks.open(tasks.next)}
              />
            </>
          )}
        </div>
      </div>
      <ProcessLine task={task} />
      {task.description ? <p className={classes.description}>{task.description}</p> : null}
      <Facts task={task} />
    </header>
  )
}

function ClaimButtons({ task }: { task: TaskDetail }) {
  const { t } = useTranslation()
  const claim = useClaim(task)
  const release = useRelease(task)
  if (task.permissions.claim)
    return (
      <Button size="xs" variant="filled" loading={claim.isPending} onClick={() => claim.mutate()}>
        {t('task.claim')}
      </Button>
    )
  if (!task.permissions.unclaim) return null
  return (
    <Button
      size="xs"
      leftSection={<IconLockOpen size={15} stroke={1.6} />}
      loading={release.isPending}
      onClick={() => release.mutate()}
    >
      {t('task.release')}
    </Button>
  )
}

function StepButton({
  label,
  icon: Icon,
  isDisabled,
  onClick,
}: {
  label: string
  icon: DrawnIcon
  isDisabled: boolean
  onClick: () => void
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon size="sm" aria-label={label} disabled={isDisabled} onClick={onClick}>
        <Icon size={16} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  )
}

function ProcessLine({ task: { process } }: { task: TaskDetail }) {
  const { t } = useTranslation()
  if (process === null) return null
  return (
    <p className={classes.process}>
      <Link to={paths.instance(process.instanceId)}>{process.name}</Link> {process.businessKey}
      {process.businessKey ? ' · ' : ''}
      {t('common.version', { version: process.version })}
    </p>
  )
}

function Facts({ task }: { task: TaskDetail }) {
  const { t } = useTranslation()
  const { username } = useSession()
  const { state, priority, dueAt, createdAt, assignee, candidateGroups } = task
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
          <span className={classes.quiet}>{t('task.assignee')}</span> <Person person={assignee} />
        </span>
      ) : null}
      {candidateGroups.length > 0 ? (
        <span className={classes.fact}>
          <span className={classes.quiet}>{t(candidateGroups.length === 1 ? 'task.group' : 'task.groups')}</span>{' '}
          {candidateGroups.join(', ')}
        </span>
      ) : null}
    </div>
  )
}

function toStatus(state: TaskDetail['state'], isMine: boolean): Status {
  return state === 'assigned' && isMine ? 'claimedByYou' : state
}
