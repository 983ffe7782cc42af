import { api } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/call.ts'
import { NewApplication } from './new-application.tsx'

/** The page that creates an empty application. */
export function Page() {
  const { t } = useTranslation()
  return (
    <NewApplication
      help={t('applications.helpNew')}
      action={t('applications.create')}
      failed={t('applications.createFailed')}
      done={(name) => t('applications.made', { name })}
      make={(body) => call(api.applications.create, { body })}
    />
  )
}
