import { PasswordInput, Select, Textarea } from '@mantine/core'
import { limits } from '@millrace/contract'
import { directoryKinds, directoryLimits, directorySecurities } from '@millrace/contract/lists/directories'
import { useTranslation } from 'react-i18next'
import { choiceOfDraft, type DraftFields, textOfDraft } from '../../components/record/draft-field.ts'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { type DirectoryDraft, presets } from './directory-draft.ts'
import { LineField } from './line-field.tsx'

interface Props extends DraftFields<DirectoryDraft> {
  readonly hasPassword: boolean
}

/** The fields for the server of a directory, and for the account that reads it. */
export function ConnectionFields({ hasPassword, ...fields }: Props) {
  const { t } = useTranslation()
  const { draft, onChange, isLocked, error } = fields
  return (
    <Section title={t('directory.connection')} hint={t('directory.connectionHint')}>
      <FieldGrid>
        <Select
          label={t('directory.kind')}
          description={t('directory.kindHelp')}
          data={directoryKinds.map((value) => ({ value, label: t(`directory.kinds.${value}`) }))}
          {...choiceOfDraft(fields, 'kind')}
          onChange={(kind) => {
            if (kind !== null && kind !== draft.kind) onChange(presets[kind as DirectoryDraft['kind']])
          }}
        />
        <Select
          label={t('directory.security')}
          description={draft.security === 'none' ? t('directory.noneHelp') : undefined}
          data={directorySecurities.map((value) => ({ value, label: t(`directory.securities.${value}`) }))}
          {...choiceOfDraft(fields, 'security')}
        />
      </FieldGrid>
      <LineField
        fields={fields}
        name="addresses"
        label={t('directories.addresses')}
        help={t('directory.addressesHelp')}
      />
      <FieldGrid>
        <LineField fields={fields} name="bindDn" label={t('directory.bindDn')} help={t('directory.bindDnHelp')} />
        <PasswordInput
          label={t(hasPassword ? 'directory.newPassword' : 'directory.password')}
          description={hasPassword ? t('directory.newPasswordHelp') : undefined}
          autoComplete="new-password"
          readOnly={isLocked}
          maxLength={limits.password}
          value={draft.password}
          error={describeFaultOf(error, 'password')}
          onChange={(event) => onChange({ password: event.currentTarget.value })}
        />
      </FieldGrid>
      {draft.security === 'none' ? null : (
        <Textarea
          label={t('directory.certificate')}
          description={t('directory.certificateHelp')}
          autosize
          minRows={2}
          maxRows={8}
          spellCheck={false}
          maxLength={directoryLimits.certificate}
          {...linesOf(fields, 'certificate')}
        />
      )}
    </Section>
  )
}

/** Returns the props of a text field with several lines. */
export function linesOf(fields: DraftFields<DirectoryDraft>, name: 'certificate' | 'groupMapping') {
  const { onChange: _, ...props } = textOfDraft(fields, name)
  return {
    ...props,
    onChange: (event: React.ChangeEvent<HTMLTextAreaElement>) => fields.onChange({ [name]: event.currentTarget.value }),
  }
}
