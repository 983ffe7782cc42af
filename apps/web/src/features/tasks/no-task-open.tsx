import IconChecklist from 'icon:checklist'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'

/** The right half of the split before a task is chosen. */
export function Page() {
  const { t } = useTranslation()
  return <EmptyState icon={IconChecklist} title={t('tasks.selectTitle')} text={t('tasks.selectText')} />
}
