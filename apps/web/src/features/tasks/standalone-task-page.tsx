import type { TaskDetail } from '@millrace/contract'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { OpenFormPage } from '../../components/open-form/open-form-page.tsx'
import { paths } from '../../config/paths.ts'
import { OneTaskHeader, OneTaskPage } from './one-task-page.tsx'
import { TaskBody } from './task-body.tsx'

/** A task on a separate page: by a public link, or for a signed-in user. */
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
