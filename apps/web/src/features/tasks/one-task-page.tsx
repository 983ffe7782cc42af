import type { TaskDetail } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AwaitedPage } from '../../components/page/awaited-page.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { ClaimButtons } from './claim-buttons.tsx'
import { ProcessLine, TaskFacts } from './task-facts.tsx'
import { taskQuery } from './task-queries.ts'

/** The page of the task in the address. */
export function OneTaskPage({ help, children }: { help: string; children: (task: TaskDetail) => ReactNode }) {
  const { t } = useTranslation()
  const { taskId = '' } = useParams({ strict: false })
  return (
    <AwaitedPage
      query={useQuery(taskQuery(taskId))}
      help={help}
      failed={t('task.failed')}
      gone={{ title: t('task.goneTitle'), text: t('task.goneText') }}
    >
      {children}
    </AwaitedPage>
  )
}

interface HeaderProps extends Omit<ComponentProps<typeof ProcessLine>, 'task'> {
  readonly task: TaskDetail
  readonly help: string
  /** Actions in addition to claiming. */
  readonly actions?: ReactNode
}

/** The header of the page of a task. */
export function OneTaskHeader({ task, help, actions, ...line }: HeaderProps) {
  return (
    <PageHeader
      title={task.name}
      help={task.description ?? help}
      hasTabs
      actions={
        <>
          <ClaimButtons task={task} />
          {actions}
        </>
      }
    >
      <ProcessLine task={task} {...line} />
      <TaskFacts task={task} />
    </PageHeader>
  )
}
