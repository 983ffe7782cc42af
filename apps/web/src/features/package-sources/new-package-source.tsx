import { api } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { CreatePage } from '../../components/record/create-page.tsx'
import { useCreate } from '../../components/record/use-create.ts'
import { call } from '../../lib/api/call.ts'
import { emptyDraft, isComplete, writeBody } from './package-source-draft.ts'
import { PackageSourceFields } from './package-source-fields.tsx'
import { pathOfPackageSource } from './package-source-query.ts'

/** The form for a new package source. */
export function NewPackageSource() {
  const { t } = useTranslation()
  const create = useCreate({
    initial: emptyDraft,
    create: (draft) => call(api.packageSources.create, { body: writeBody(draft) }),
    done: (name) => ({ title: t('packageSources.done'), text: name }),
    pathOf: pathOfPackageSource,
  })
  return (
    <CreatePage
      create={create}
      title={t('packageSources.add')}
      help={t('packageSources.helpNew')}
      action={t('packageSources.create')}
      failed={t('packageSources.createFailed')}
      isComplete={isComplete(create.draft)}
    >
      <PackageSourceFields {...create.fields} hasToken={false} />
    </CreatePage>
  )
}
