import { Select, Textarea, TextInput } from '@mantine/core'
import { limits, type MissingValues } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { HtmlField } from '../../components/mail/html-field.tsx'
import { type DraftFields, textOfDraft } from '../../components/record/draft-field.ts'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import classes from './email-templates.module.css'
import { listPlaceholders, type MailDraft, readSample } from './mail-draft.ts'

interface Props extends DraftFields<MailDraft> {
  /** Sample values as JSON. */
  readonly sample: string
  readonly onSample: (sample: string) => void
}

/** The fields of a mail, and the values with which it is tested. */
export function MailFields(props: Props) {
  const { t } = useTranslation()
  const { draft, onChange, sample, onSample, isLocked, error } = props
  return (
    <Section title={t('emailTemplates.mail')} hint={t('emailTemplates.mailHint')}>
      <FieldGrid>
        <TextInput label={t('emailTemplates.name')} required maxLength={limits.name} {...textOfDraft(props, 'name')} />
        <Select
          label={t('emailTemplates.missingValues')}
          allowDeselect={false}
          readOnly={isLocked}
          data={[
            { value: 'empty', label: t('emailTemplates.missingEmpty') },
            { value: 'refuse', label: t('emailTemplates.missingRefuse') },
          ]}
          value={draft.missingValues}
          onChange={(value) => onChange({ missingValues: (value ?? 'empty') as MissingValues })}
        />
      </FieldGrid>
      <TextInput
        label={t('emailTemplates.subject')}
        required
        maxLength={limits.mailSubject}
        {...textOfDraft(props, 'subject')}
      />
      <HtmlField
        help={t('emailTemplates.htmlHelp')}
        html={draft.html}
        isLocked={isLocked}
        placeholders={listPlaceholders(readSample(sample) ?? {})}
        fault={describeFaultOf(error, 'html')}
        onChange={(html) => onChange({ html })}
      />
      <Textarea
        label={t('emailTemplates.sample')}
        description={t('emailTemplates.sampleHelp')}
        classNames={{ input: classes.code ?? '' }}
        autosize
        minRows={3}
        maxRows={12}
        spellCheck={false}
        value={sample}
        error={readSample(sample) === null ? t('emailTemplates.sampleFault') : undefined}
        onChange={(event) => onSample(event.currentTarget.value)}
      />
    </Section>
  )
}
