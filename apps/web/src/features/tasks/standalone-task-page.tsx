import type { TaskDetail } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { OpenFormPage } from '../../components/open-form/open-form-page.tsx'
import { AwaitedPage } from '../../components/page/awaited-page.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { paths } from '../../config/paths.ts'
import { ClaimButtons } from './claim-buttons.tsx'
import { TaskBody } from './task-body.tsx'
import { ProcessLine, TaskFacts } from './task-facts.tsx'
import { taskQuery } from './task-queries.ts'

/** One task, for whoever came by a link: a public one, or as somebody who is signed in. */
export function Page() {
  const { external } = useParams({ strict: false }) as { external?: string }
  return external === 'secure' ? <SecureTask /> : <OpenFormPage />
}

function SecureTask() {
  const { t } = useTranslation()
  const { taskId = '' } = useParams({ strict: false })
  return (
    <AwaitedPage
      query={useQuery(taskQuery(taskId))}
      help={t('standalone.taskHelp')}
      failed={t('task.failed')}
      gone={{ title: t('task.goneTitle'), text: t('task.goneText') }}
    >
      {(task) => <AloneTask key={task.id} task={task} />}
    </AwaitedPage>
  )
}

function AloneTask({ task }: { task: TaskDetail }) {
  const { t } = useTranslation()
  const { processOrTask = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title={task.name}
        help={task.description ?? t('standalone.taskHelp')}
        hasTabs
        actions={<ClaimButtons task={task} />}
      >
        <ProcessLine task={task} />
        <TaskFacts task={task} />
      </PageHeader>
      <TaskBody
        task={task}
        onDone={(next) => {
          const search = { task: task.id, ...(next === null ? {} : { next }) }
          void navigate({ to: paths.secureSuccess(processOrTask), search, replace: true })
        }}
      />
    </>
  )
}
