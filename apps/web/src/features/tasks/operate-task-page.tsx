import { Button } from '@mantine/core'
import type { TaskDetail } from '@millrace/contract'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHold } from '../../components/dialog/held-page.tsx'
import { PublicLinkButton } from '../../components/public-link/public-link-button.tsx'
import { paths } from '../../config/paths.ts'
import { useOnce } from '../../lib/use-once.ts'
import { AddCandidateDialog } from './add-candidate-dialog.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { OneTaskHeader, OneTaskPage } from './one-task-page.tsx'
import { TaskBody } from './task-body.tsx'
import { reachQuery, TaskReach } from './task-reach.tsx'

/** The page of a task for operators: the users who can work on it, and the reasons why others cannot. */
export function Page() {
  const { t } = useTranslation()
  const { taskId = '' } = useParams({ strict: false })
  usePrefetchQuery(reachQuery(taskId))
  return (
    <OneTaskPage help={t('openTasks.taskHelp')}>{(task) => <OperatedTask key={task.id} task={task} />}</OneTaskPage>
  )
}

function OperatedTask({ task }: { task: TaskDetail }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isAssigning, setAssigning] = useState(false)
  const [isAdding, setAdding] = useState(false)
  // What is above the task comes first: it would move it. What is over has none of it.
  const isOver = task.endedAt !== null
  const reach = useQuery({ ...reachQuery(task.id), enabled: !isOver, select: () => true })
  const isReady = useOnce(isOver || !reach.isPending, task.id)
  useHold(isAssigning || isAdding)
  const assign = () => setAssigning(true)
  return (
    <>
      <OneTaskHeader
        task={task}
        help={t('openTasks.taskHelp')}
        toInstance={paths.engineInstance}
        actions={
          <>
            {task.process === null ? null : (
              <PublicLinkButton of={{ taskId: task.id }} name={task.name} isOver={isOver} />
            )}
            {task.permissions.assign ? (
              <Button size="xs" onClick={assign}>
                {t('openTasks.assign')}
              </Button>
            ) : null}
          </>
        }
      />
      {task.endedAt === null ? <TaskReach task={task} onAssign={assign} onAdd={() => setAdding(true)} /> : null}
      {isReady ? (
        <TaskBody
          task={task}
          onDone={(nextTaskId) =>
            void navigate({ to: nextTaskId === null ? paths.engineTasks : paths.engineTask(nextTaskId) })
          }
        />
      ) : null}
      <AddCandidateDialog task={task} isOpen={isAdding} onClose={() => setAdding(false)} />
      <AssignDialog task={task} isOpen={isAssigning} onClose={() => setAssigning(false)} />
    </>
  )
}
