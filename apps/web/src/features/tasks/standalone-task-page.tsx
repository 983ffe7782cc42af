import type { TaskDetail } from '@millrace/contract'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { OpenFormPage } from '../../components/open-form/open-form-page.tsx'
import { paths } from '../../config/paths.ts'
import { OneTaskHeader, OneTaskPage } from './one-task-page.tsx'
import { TaskBody } from './task-body.tsx'

/** One task, for whoever came by a link: a public one, or as somebody who is signed in. */
export function Page() {
  const { external } = useParams({ strict: false }) as { external?: string }
  return external === 'secure' ? <SecureTask /> : <OpenFormPage />
}

function SecureTask() {
  const { t } = useTranslation()
  return <OneTaskPage help={t('standalone.taskHelp')}>{(task) => <AloneTask key={task.id} task={task} />}</OneTaskPage>
}

function AloneTask({ task }: { task: TaskDetail }) {
  const { t } = useTranslation()
  const { processOrTask = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  return (
    <>
      <OneTaskHeader task={task} help={t('standalone.taskHelp')} />
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
