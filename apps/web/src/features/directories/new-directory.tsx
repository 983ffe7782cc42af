import { api } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { CreatePage } from '../../components/record/create-page.tsx'
import { useCreate } from '../../components/record/use-create.ts'
import { call } from '../../lib/api/call.ts'
import { emptyDraft, isComplete, writeBody } from './directory-draft.ts'
import { DirectoryFields } from './directory-fields.tsx'
import { pathOfDirectory } from './directory-query.ts'

/** The form for a new directory. */
export function NewDirectory() {
  const { t } = useTranslation()
  const create = useCreate({
    initial: emptyDraft,
    create: (draft) => call(api.directories.create, { body: writeBody(draft) }),
    done: (name) => ({ title: t('directories.done'), text: name }),
    pathOf: pathOfDirectory,
  })
  return (
    <CreatePage
      create={create}
      title={t('directories.add')}
      help={t('directories.helpNew')}
      action={t('directories.create')}
      failed={t('directories.createFailed')}
      isComplete={isComplete(create.draft)}
    >
      <DirectoryFields {...create.fields} hasPassword={false} />
    </CreatePage>
  )
}
