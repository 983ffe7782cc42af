import { api } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { integratePaths } from '../../config/integrate-paths.ts'
import { call } from '../../lib/api/call.ts'
import { AboutFields } from './about-fields.tsx'
import { CreatePage } from './create-page.tsx'
import { useCreate } from './use-create.ts'

/** An external system that is not there yet. */
export function NewExternalSystem() {
  const { t } = useTranslation()
  const create = useCreate({
    begun: { name: '', description: '' },
    create: (body) => call(api.externalSystems.create, { body }),
    pathOf: integratePaths.system,
  })
  return (
    <CreatePage
      create={create}
      title={t('externalSystems.newTitle')}
      help={t('externalSystems.helpNew')}
      action={t('externalSystems.create')}
      isComplete={create.draft.name.trim() !== ''}
    >
      <AboutFields {...create.fields} />
    </CreatePage>
  )
}
