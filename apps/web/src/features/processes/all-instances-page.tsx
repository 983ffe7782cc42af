import { useTranslation } from 'react-i18next'
import { AllInstances } from './all-instances.tsx'

/** Every instance, for those who run processes. */
export function Page() {
  const { t } = useTranslation()
  return <AllInstances help={t('processes.allHelp')} />
}
