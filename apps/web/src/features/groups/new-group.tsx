import { TextInput } from '@mantine/core'
import { api, limits } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { CreatePage } from '../../components/record/create-page.tsx'
import { textOfDraft } from '../../components/record/draft-field.ts'
import { changeNamed } from '../../components/record/key-for.ts'
import { useCreate } from '../../components/record/use-create.ts'
import { call } from '../../lib/api/call.ts'
import { emptyDraft, isCompleteNew, type NewGroupDraft, toFields } from './group-draft.ts'
import { GroupFields } from './group-fields.tsx'
import { pathOfGroup } from './group-query.ts'

/** The form for a new group. */
export function NewGroup() {
  const { t } = useTranslation()
  const create = useCreate<NewGroupDraft>({
    initial: emptyDraft,
    create: (draft) => call(api.groups.create, { body: { ...toFields(draft), key: draft.key } }),
    done: (name) => ({ title: t('groups.done'), text: name }),
    pathOf: pathOfGroup,
    change: (before, part) => changeNamed(before, part, 'key') as NewGroupDraft,
  })
  return (
    <CreatePage
      create={create}
      title={t('groups.add')}
      help={t('groups.helpNew')}
      action={t('groups.create')}
      failed={t('groups.createFailed')}
      isComplete={isCompleteNew(create.draft)}
    >
      <GroupFields id={null} {...create.fields}>
        <TextInput
          label={t('groups.key')}
          description={t('groups.keyHint')}
          required
          maxLength={limits.formKey}
          {...textOfDraft(create.fields, 'key')}
        />
      </GroupFields>
    </CreatePage>
  )
}
