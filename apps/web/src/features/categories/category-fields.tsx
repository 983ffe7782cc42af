import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import IconFolder from 'icon:folder'
import { MultiSelect, Textarea, TextInput } from '@mantine/core'
import { categoryLimits, limits, type Role, roles } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { IconField } from '../../components/icon-picker/icon-field.tsx'
import { type DraftFields, textOfDraft } from '../../components/record/draft-field.ts'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import type { CategoryDraft } from './category-draft.ts'
import type { Categories } from './category-queries.ts'

interface Props extends DraftFields<CategoryDraft> {
  readonly groups: Categories['groups']
}

/** The fields of a category: its name, and the users who can see it. */
export function CategoryFields(props: Props) {
  const { t } = useTranslation()
  const { draft, groups, error, onChange } = props
  const named = groups.map(({ key, name }) => ({ value: key, label: name === key ? key : `${name} (${key})` }))
  const unknown = draft.groups.filter((key) => !groups.some((group) => group.key === key))
  return (
    <>
      <Section title={t('categories.editTitle')}>
        <FieldGrid>
          <TextInput label={t('categories.name')} required maxLength={limits.name} {...textOfDraft(props, 'name')} />
          <IconField
            value={draft.icon}
            isLocked={false}
            labels={{
              field: t('categories.icon'),
              choose: t('categories.chooseIcon'),
              remove: t('categories.removeIcon'),
            }}
            fallback={<IconFolder size={20} stroke={1.6} aria-hidden />}
            onChange={(icon) => onChange({ icon })}
          />
        </FieldGrid>
        <Textarea
          label={t('categories.description')}
          maxLength={limits.description}
          autosize
          minRows={2}
          value={draft.description}
          error={describeFaultOf(error, 'description')}
          onChange={(event) => onChange({ description: event.currentTarget.value })}
        />
      </Section>
      <Section title={t('categories.audience')} hint={t('categories.audienceHint')}>
        <MultiSelect
          label={t('categories.roles')}
          data={[...roles]}
          value={[...draft.roles]}
          searchable
          clearable
          error={describeFaultOf(error, 'roles')}
          onChange={(chosen) => onChange({ roles: chosen as Role[] })}
        />
        <MultiSelect
          label={t('categories.groups')}
          data={[...named, ...unknown.map((key) => ({ value: key, label: key }))]}
          value={[...draft.groups]}
          searchable
          clearable
          maxValues={categoryLimits.groups}
          error={describeFaultOf(error, 'groups')}
          onChange={(chosen) => onChange({ groups: chosen })}
        />
      </Section>
    </>
  )
}
