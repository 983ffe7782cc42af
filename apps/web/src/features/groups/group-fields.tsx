import { MultiSelect, TextInput } from '@mantine/core'
import { limits, type Role, roles } from '@millrace/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FoundSelect } from '../../components/found-select/found-select.tsx'
import { type DraftFields, personOfDraft, textOfDraft } from '../../components/record/draft-field.ts'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import type { GroupDraft } from './group-draft.ts'
import { OwnRolesSelect } from './own-roles-select.tsx'
import { useGroupChoices } from './use-group-choices.ts'
import { UserSelect } from './user-select.tsx'

interface Props extends DraftFields<GroupDraft> {
  /** The group itself, which cannot be its own parent; null for a new one. */
  readonly id: string | null
  /** After the name. */
  readonly children?: ReactNode
  /** Under the roles. */
  readonly inherited?: ReactNode
}

/** The fields of a group. */
export function GroupFields({ id, children, inherited, ...fields }: Props) {
  const { t } = useTranslation()
  const { draft, isLocked, error } = fields
  return (
    <>
      <Section title={t('record.details')}>
        <FieldGrid>
          <TextInput label={t('groups.name')} required maxLength={limits.name} {...textOfDraft(fields, 'name')} />
          {children}
          <TextInput
            label={t('groups.description')}
            maxLength={limits.description}
            {...textOfDraft(fields, 'description')}
          />
          <TextInput
            label={t('groups.email')}
            type="email"
            maxLength={limits.email}
            {...textOfDraft(fields, 'email')}
          />
          <UserSelect label={t('groups.manager')} {...personOfDraft(fields, 'manager')} />
          <FoundSelect
            label={t('groups.parent')}
            description={t('groups.parentHint')}
            placeholder={t('groups.searchGroups')}
            texts={{ none: t('groups.nothingFound'), failed: t('groups.searchFailed') }}
            useFound={useGroupChoices}
            isLeftOut={({ value }) => value === id}
            chosen={draft.parent === null ? null : { value: draft.parent.id, label: draft.parent.name }}
            isLocked={isLocked}
            error={describeFaultOf(error, 'parentId')}
            onChoose={(choice) =>
              fields.onChange({ parent: choice === null ? null : { id: choice.value, name: choice.label } })
            }
          />
        </FieldGrid>
      </Section>
      <Section title={t('groups.roles')} hint={t('groups.rolesHint')}>
        <MultiSelect
          label={t('groups.roles')}
          data={[...roles]}
          value={[...draft.roles]}
          searchable
          readOnly={isLocked}
          error={describeFaultOf(error, 'roles')}
          onChange={(chosen) => fields.onChange({ roles: chosen as Role[] })}
        />
        <OwnRolesSelect {...fields} />
        {inherited}
      </Section>
    </>
  )
}
