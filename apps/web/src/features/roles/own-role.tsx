import '../../lib/rights-texts.ts'
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { api, limits } from '@millrace/contract'
import { ownRoleList } from '@millrace/contract/lists/own-roles'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { awaitAlso } from '../../components/page/await-also.ts'
import { CreatePage } from '../../components/record/create-page.tsx'
import { type DraftFields, flagOfDraft, textOfDraft } from '../../components/record/draft-field.ts'
import { EditRecord } from '../../components/record/edit-record.tsx'
import { changeNamed } from '../../components/record/key-for.ts'
import { useCreate } from '../../components/record/use-create.ts'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { useKept } from '../../lib/api/use-kept.ts'
import { GroupsSection } from './groups-section.tsx'
import { MembersSection } from './members-section.tsx'
import {
  emptyRole,
  isCompleteRole,
  type NewOwnRoleDraft,
  type OwnRoleDraft,
  pickRole,
  toRoleFields,
} from './own-role-draft.ts'
import { PermissionsSection } from './permissions-section.tsx'
import { groupsOfRoleQuery, membersQuery, pathOfRole } from './role-queries.ts'

/** The form for a new own role of the workplace. */
export function NewOwnRole() {
  const { t } = useTranslation()
  const create = useCreate<NewOwnRoleDraft>({
    initial: emptyRole,
    create: async (draft) => {
      const made = await call(api.ownRoles.create, { body: { ...toRoleFields(draft), key: draft.key } })
      return { id: made.key, name: made.name }
    },
    done: (name) => ({ title: t('roleEditor.done'), text: name }),
    pathOf: pathOfRole,
    change: (before, part) => changeNamed(before, part, 'key') as NewOwnRoleDraft,
  })
  return (
    <CreatePage
      create={create}
      title={t('roleEditor.create')}
      help={t('roleEditor.helpNew')}
      action={t('roleEditor.createAction')}
      failed={t('roleEditor.createFailed')}
      isComplete={isCompleteRole(create.draft) && create.draft.key.trim() !== ''}
    >
      <RoleFields {...create.fields}>
        <TextInput
          label={t('ownRoles.key')}
          description={t('roleEditor.keyHint')}
          required
          maxLength={limits.formKey}
          {...textOfDraft(create.fields, 'key')}
        />
      </RoleFields>
    </CreatePage>
  )
}

/** The page of an own role of the workplace: its permissions, its members, and the groups that give it. */
export function KnownOwnRole({ roleKey }: { roleKey: string }) {
  const { t } = useTranslation()
  const params = { id: roleKey }
  const query = callQuery(api.ownRoles.get, { params })
  return (
    <EditRecord
      list={ownRoleList}
      query={awaitAlso(useQuery(query), useQuery(membersQuery(roleKey)), useQuery(groupsOfRoleQuery(roleKey)))}
      keep={useKept(query.queryKey)}
      help={t('roleEditor.helpOne')}
      failed={t('roles.failedOne')}
      gone={{ title: t('roles.goneTitle'), text: t('roles.goneText') }}
      facts={['key', 'created', 'createdBy']}
      pick={pickRole}
      save={(draft, revision) => call(api.ownRoles.save, { params, body: { ...toRoleFields(draft), revision } })}
      isComplete={isCompleteRole}
      texts={{ action: t('roleEditor.save'), saved: t('roleEditor.saved'), failed: t('roleEditor.saveFailed') }}
      disable={{
        text: t('roleEditor.disableIntro'),
        action: t('roleEditor.disable'),
        onDisable: (deletedReason) => call(api.ownRoles.disable, { params, query: { deletedReason } }),
        onRestore: () => call(api.ownRoles.restore, { params }),
      }}
    >
      {(_, fields) => (
        <>
          <RoleFields {...fields} />
          <MembersSection role={roleKey} />
          <GroupsSection role={roleKey} />
        </>
      )}
    </EditRecord>
  )
}

/** The fields of a role, with what it permits. */
function RoleFields({ children, ...fields }: DraftFields<OwnRoleDraft> & { readonly children?: ReactNode }) {
  const { t } = useTranslation()
  const { draft, isLocked, error } = fields
  return (
    <>
      <Section title={t('record.details')}>
        <FieldGrid>
          <TextInput label={t('ownRoles.name')} required maxLength={limits.name} {...textOfDraft(fields, 'name')} />
          {children}
        </FieldGrid>
        <Textarea
          label={t('ownRoles.description')}
          maxLength={limits.roleDescription}
          autosize
          minRows={2}
          readOnly={isLocked}
          value={draft.description}
          error={describeFaultOf(error, 'description')}
          onChange={(event) => fields.onChange({ description: event.currentTarget.value })}
        />
        <Checkbox
          label={t('ownRoles.needsSecondFactor')}
          description={t('ownRoles.needsSecondFactorHelp')}
          {...flagOfDraft(fields, 'needsSecondFactor')}
        />
      </Section>
      <PermissionsSection {...fields} />
    </>
  )
}
