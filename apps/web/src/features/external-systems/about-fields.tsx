import { Textarea, TextInput } from '@mantine/core'
import { limits } from '@millrace/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type DraftFields, textOfDraft } from '../../components/record/draft-field.ts'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'

export interface AboutDraft {
  readonly name: string
  readonly description: string
}

/** The fields for name and description. */
export function AboutFields<Draft extends AboutDraft>({
  children,
  ...props
}: DraftFields<Draft> & { readonly children?: ReactNode }) {
  const { t } = useTranslation()
  const { draft, onChange, isLocked, error } = props
  return (
    <Section title={t('externalSystems.about')}>
      <FieldGrid>
        <TextInput label={t('externalSystems.name')} required maxLength={limits.name} {...textOfDraft(props, 'name')} />
        {children}
      </FieldGrid>
      <Textarea
        label={t('externalSystems.description')}
        autosize
        minRows={2}
        maxLength={limits.description}
        readOnly={isLocked}
        value={draft.description}
        error={describeFaultOf(error, 'description')}
        onChange={(event) => onChange({ description: event.currentTarget.value } as Partial<Draft>)}
      />
    </Section>
  )
}
