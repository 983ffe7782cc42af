import { useTranslation } from 'react-i18next'
import { OpenTasks } from './open-tasks.tsx'

/** The page of all open tasks, for operators. */
export function Page() {
  const { t } = useTranslation()
  return <OpenTasks help={t('openTasks.help')} />
}
