import IconChecklist from 'icon:checklist'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'

/** The right pane of the task page while no task is open. */
export function Page() {
  const { t } = useTranslation()
  return <EmptyState icon={IconChecklist} title={t('tasks.selectTitle')} text={t('tasks.selectText')} />
}
