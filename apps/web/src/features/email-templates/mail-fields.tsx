import { Button, Select, Textarea, TextInput } from '@mantine/core'
import { limits, type MissingValues } from '@millrace/contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DraftFields, textOfDraft } from '../../components/record/draft-field.ts'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import classes from './email-templates.module.css'
import { findBegun, insertPlaceholder, listPlaceholders, type MailDraft, readSample } from './mail-draft.ts'

interface Props extends DraftFields<MailDraft> {
  /** Sample values as JSON. */
  readonly sample: string
  readonly onSample: (sample: string) => void
}

/** What a mail says, and the values that it is tried with. */
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

interface HtmlProps {
  readonly html: string
  readonly isLocked: boolean
  readonly placeholders: readonly string[]
  readonly fault: string | undefined
  readonly onChange: (html: string) => void
}

/** The text, with buttons that complete the placeholder at the cursor, or put one there. */
function HtmlField({ html, isLocked, placeholders, fault, onChange }: HtmlProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLTextAreaElement>(null)
  const [cursor, setCursor] = useState(0)
  const begun = findBegun(html, cursor)
  const offered = placeholders.filter((name) => begun === null || name.startsWith(begun)).slice(0, mostOffered)
  const insert = (name: string) => {
    const inserted = insertPlaceholder(html, cursor, name)
    onChange(inserted.text)
    setCursor(inserted.cursor)
    // Not before the new text is there.
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(inserted.cursor, inserted.cursor)
    })
  }
  return (
    <div className={classes.html}>
      <Textarea
        ref={field}
        label={t('emailTemplates.html')}
        description={t('emailTemplates.htmlHelp')}
        classNames={{ input: classes.code ?? '' }}
        autosize
        minRows={8}
        maxRows={24}
        readOnly={isLocked}
        maxLength={limits.mailText}
        value={html}
        error={fault}
        onChange={(event) => {
          setCursor(event.currentTarget.selectionStart)
          onChange(event.currentTarget.value)
        }}
        onSelect={(event) => setCursor(event.currentTarget.selectionStart)}
      />
      {isLocked || offered.length === 0 ? null : (
        <fieldset className={classes.offered} aria-label={t('emailTemplates.insert')}>
          {offered.map((name) => (
            <Button
              key={name}
              size="xs"
              aria-label={t('emailTemplates.insertNamed', { placeholder: `\${${name}}` })}
              onClick={() => insert(name)}
            >
              {`\${${name}}`}
            </Button>
          ))}
        </fieldset>
      )}
    </div>
  )
}

const mostOffered = 12
