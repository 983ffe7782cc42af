import { Button } from '@mantine/core'
import type { TaskDetail } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AwaitedPage } from '../../components/page/awaited-page.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { PublicLinkButton } from '../../components/public-link/public-link-button.tsx'
import { paths } from '../../config/paths.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { ClaimButtons } from './claim-buttons.tsx'
import { TaskBody } from './task-body.tsx'
import { ProcessLine, TaskFacts } from './task-facts.tsx'
import { taskQuery } from './task-queries.ts'
import { TaskReach } from './task-reach.tsx'

/** A task for those who run processes: who can work on it, and why nobody can. */
export function Page() {
  const { t } = useTranslation()
  const { taskId = '' } = useParams({ strict: false })
  return (
    <AwaitedPage
      query={useQuery(taskQuery(taskId))}
      help={t('openTasks.taskHelp')}
      failed={t('task.failed')}
      gone={{ title: t('task.goneTitle'), text: t('task.goneText') }}
    >
      {(task) => <OperatedTask key={task.id} task={task} />}
    </AwaitedPage>
  )
}

function OperatedTask({ task }: { task: TaskDetail }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isAssigning, setAssigning] = useState(false)
  const assign = () => setAssigning(true)
  return (
    <>
      <PageHeader
        title={task.name}
        help={task.description ?? t('openTasks.taskHelp')}
        hasTabs
        actions={
          <>
            <ClaimButtons task={task} />
            {task.endedAt === null && task.process !== null ? (
              <PublicLinkButton of={{ taskId: task.id }} name={task.name} />
            ) : null}
            {task.permissions.assign ? (
              <Button size="xs" onClick={assign}>
                {t('openTasks.assign')}
              </Button>
            ) : null}
          </>
        }
      >
        <ProcessLine task={task} toInstance={paths.engineInstance} />
        <TaskFacts task={task} />
      </PageHeader>
      {task.endedAt === null ? <TaskReach task={task} onAssign={assign} /> : null}
      <TaskBody
        task={task}
        onDone={(nextTaskId) =>
          void navigate({ to: nextTaskId === null ? paths.engineTasks : paths.engineTask(nextTaskId) })
        }
      />
      <AssignDialog task={task} isOpen={isAssigning} onClose={() => setAssigning(false)} />
    </>
  )
}
