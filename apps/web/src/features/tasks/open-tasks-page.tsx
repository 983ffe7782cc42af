import { useTranslation } from 'react-i18next'
import { OpenTasks } from './open-tasks.tsx'

/** Every open task, for those who run processes. */
export function Page() {
  const { t } = useTranslation()
  return <OpenTasks help={t('openTasks.help')} />
}
