import { api } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { CreatePage } from '../../components/record/create-page.tsx'
import { useCreate } from '../../components/record/use-create.ts'
import { integratePaths } from '../../config/integrate-paths.ts'
import { call } from '../../lib/api/call.ts'
import { AboutFields } from './about-fields.tsx'

/** The form for a new external system. */
export function NewExternalSystem() {
  const { t } = useTranslation()
  const create = useCreate({
    initial: { name: '', description: '' },
    create: (body) => call(api.externalSystems.create, { body }),
    done: (name) => ({ title: t('externalSystems.saved'), text: name }),
    pathOf: integratePaths.system,
  })
  return (
    <CreatePage
      create={create}
      title={t('externalSystems.newTitle')}
      help={t('externalSystems.helpNew')}
      action={t('externalSystems.create')}
      failed={t('externalSystems.saveFailed')}
      isComplete={create.draft.name.trim() !== ''}
    >
      <AboutFields {...create.fields} />
    </CreatePage>
  )
}
