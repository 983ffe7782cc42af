import { TextInput } from '@mantine/core'
import { api, limits } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { CreatePage } from '../../components/record/create-page.tsx'
import { textOfDraft } from '../../components/record/draft-field.ts'
import { useCreate } from '../../components/record/use-create.ts'
import { paths } from '../../config/paths.ts'
import { call } from '../../lib/api/call.ts'
import { DetailsFields } from './details-fields.tsx'
import { FirstSignIn } from './first-sign-in.tsx'
import { generatePassword } from './generate-password.ts'
import { GroupField } from './group-field.tsx'
import { OwnRoleFields } from './own-role-fields.tsx'
import { RoleFields } from './role-fields.tsx'
import { type NewUserDraft, writeBody } from './user-draft.ts'

/** The form for a new user: invited by mail, or with a first password. */
export function NewUser() {
  const { t } = useTranslation()
  const create = useCreate<NewUserDraft>({
    initial: {
      ...{ username: '', firstName: '', lastName: '', email: '', manager: null },
      ...{ roles: 'RoleUser', ownRoles: '', groups: '', password: generatePassword(), start: 'password' },
    },
    create: (draft) =>
      call(api.userAccounts.create, {
        body: {
          ...{ ...writeBody(draft), username: draft.username },
          ...(draft.start === 'invitation' ? { invite: true } : { password: draft.password }),
        },
      }),
    done: (name) => ({ title: t('users.created'), text: name }),
    pathOf: paths.user,
  })
  const { draft, fields } = create
  return (
    <CreatePage
      create={create}
      title={t('users.newTitle')}
      help={t('users.helpOne')}
      action={t('users.create')}
      failed={t('users.createFailed')}
      isComplete={
        draft.username.trim() !== '' && (draft.start === 'invitation' ? draft.email.trim() : draft.password) !== ''
      }
    >
      <DetailsFields
        {...fields}
        first={
          <TextInput
            label={t('users.username')}
            description={t('users.usernameHelp')}
            required
            maxLength={limits.username}
            autoComplete="off"
            {...textOfDraft(fields, 'username')}
          />
        }
      />
      <FirstSignIn {...fields} />
      <RoleFields {...fields} />
      <OwnRoleFields {...fields} />
      <GroupField {...fields} />
    </CreatePage>
  )
}
