import { useTranslation } from 'react-i18next'
import { AllInstances } from './all-instances.tsx'

/** The page of all instances, for operators. */
export function Page() {
  const { t } = useTranslation()
  return <AllInstances help={t('processes.allHelp')} />
}
