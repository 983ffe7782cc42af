import { api } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { CreatePage } from '../../components/record/create-page.tsx'
import { useCreate } from '../../components/record/use-create.ts'
import { call } from '../../lib/api/call.ts'
import { emptyDraft, isComplete } from './hierarchy-draft.ts'
import { HierarchyFields } from './hierarchy-fields.tsx'
import { pathOfHierarchy } from './hierarchy-query.ts'

/** The form for a new hierarchy. */
export function NewHierarchy() {
  const { t } = useTranslation()
  const create = useCreate({
    initial: emptyDraft,
    create: (body) => call(api.hierarchies.create, { body }),
    done: (name) => ({ title: t('hierarchies.done'), text: name }),
    pathOf: pathOfHierarchy,
  })
  return (
    <CreatePage
      create={create}
      title={t('hierarchies.add')}
      help={t('hierarchies.helpNew')}
      action={t('hierarchies.create')}
      failed={t('hierarchies.createFailed')}
      isComplete={isComplete(create.draft)}
    >
      <HierarchyFields {...create.fields} />
    </CreatePage>
  )
}
