import { api } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { CreatePage } from '../../components/record/create-page.tsx'
import { changeNamed } from '../../components/record/key-for.ts'
import { useCreate } from '../../components/record/use-create.ts'
import { call } from '../../lib/api/call.ts'
import { emptyDraft, isComplete, toBody } from './user-property-draft.ts'
import { UserPropertyFields } from './user-property-fields.tsx'
import { pathOfUserProperty } from './user-property-query.ts'

/** The form for a new user property. */
export function NewUserProperty() {
  const { t } = useTranslation()
  const create = useCreate({
    initial: emptyDraft,
    create: (draft) => call(api.userProperties.create, { body: toBody(draft) }),
    done: (name) => ({ title: t('userProperties.done'), text: name }),
    change: (before, part) => changeNamed(before, part, 'key'),
    pathOf: pathOfUserProperty,
  })
  return (
    <CreatePage
      create={create}
      title={t('userProperties.add')}
      help={t('userProperties.helpNew')}
      action={t('userProperties.create')}
      failed={t('userProperties.createFailed')}
      isComplete={isComplete(create.draft)}
    >
      <UserPropertyFields {...create.fields} isKnown={false} hasValues={false} />
    </CreatePage>
  )
}
