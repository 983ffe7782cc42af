import { TextInput } from '@mantine/core'
import { limits } from '@millrace/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PeopleSelect } from '../../components/person/people-select.tsx'
import { type DraftFields, textOfDraft } from '../../components/record/draft-field.ts'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import type { UserDraft } from './user-draft.ts'

interface Props extends DraftFields<UserDraft> {
  /** Before the other fields. */
  readonly first?: ReactNode
}

/** Name, email and manager of a user. */
export function DetailsFields({ first, ...fields }: Props) {
  const { t } = useTranslation()
  const { draft, onChange, isLocked, error } = fields
  return (
    <Section title={t('users.details')} hint={t('users.detailsHint')}>
      {first}
      <FieldGrid>
        <TextInput label={t('users.firstName')} maxLength={limits.personName} {...textOfDraft(fields, 'firstName')} />
        <TextInput label={t('users.lastName')} maxLength={limits.personName} {...textOfDraft(fields, 'lastName')} />
      </FieldGrid>
      <TextInput label={t('users.email')} type="email" maxLength={limits.email} {...textOfDraft(fields, 'email')} />
      {isLocked ? (
        <TextInput label={t('users.manager')} readOnly value={draft.manager?.displayName ?? t('users.noManager')} />
      ) : (
        <PeopleSelect
          label={t('users.manager')}
          description={t('users.managerHelp')}
          placeholder={t('users.noManager')}
          isClearable
          chosen={draft.manager}
          error={describeFaultOf(error, 'manager') ?? null}
          onChoose={(manager) => onChange({ manager })}
        />
      )}
    </Section>
  )
}
