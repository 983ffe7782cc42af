import IconArrowLeft from 'icon:arrow-left'
import IconChevronDown from 'icon:chevron-down'
import IconChevronUp from 'icon:chevron-up'
import { ActionIcon, Tooltip } from '@mantine/core'
import type { TaskDetail } from '@millrace/contract'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawnIcon } from '../../components/icon/drawn.tsx'
import { Link } from '../../components/link/link.tsx'
import { paths } from '../../config/paths.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { useScreen } from '../../lib/use-screen.ts'
import { ClaimButtons } from './claim-buttons.tsx'
import { TaskActions } from './task-actions-menu.tsx'
import { ProcessLine, TaskFacts } from './task-facts.tsx'
import classes from './task-header.module.css'
import { takesFocus } from './title-focus.ts'
import type { Tasks } from './use-task-list.ts'

const listTitles = {
  assigned: 'tasks.assignedTitle',
  unclaimed: 'tasks.unclaimedTitle',
  involvingme: 'tasks.involvedTitle',
} as const

/** The title, process and due date of the task, with the buttons to claim and release it. */
export function TaskHeader({ task, tasks }: { task: TaskDetail; tasks: Tasks }) {
  const { t } = useTranslation()
  const isPhone = useScreen() === 'phone'
  useDocumentTitle(task.name)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus(task.id) || isPhone) heading.current?.focus({ preventScroll: true })
  }, [isPhone, task.id])
  const Heading = isPhone ? 'h1' : 'h2'
  return (
    <header className={classes.header}>
      {isPhone ? (
        <Link to={paths.tasks(tasks.location)} search={tasks.listSearch} className={classes.back}>
          <IconArrowLeft size={15} stroke={1.6} aria-hidden />
          {t(listTitles[tasks.location])}
        </Link>
      ) : null}
      <div className={classes.titleRow}>
        <Heading ref={heading} tabIndex={-1} className={classes.title}>
          {task.name}
        </Heading>
        <div className={classes.actions}>
          <ClaimButtons task={task} />
          <TaskActions task={task} />
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
      <TaskFacts task={task} />
    </header>
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
