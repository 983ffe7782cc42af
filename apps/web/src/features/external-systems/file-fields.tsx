import { Checkbox, Switch, TextInput } from '@mantine/core'
import {
  csvDelimiters,
  csvQuotes,
  type FileAdapter,
  fileActions,
  fileConflicts,
  fileEncodings,
  fileFormats,
} from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { AddressField } from './address-field.tsx'
import { ChoiceField } from './choice-field.tsx'
import { ColumnFields, RowsField } from './row-fields.tsx'
import type { SettingsFields } from './settings-fields.ts'

/** The fields for the action of a file adapter, and the format of files. */
export function FileFields(fields: SettingsFields<FileAdapter>) {
  const { t } = useTranslation()
  const { settings, isLocked, error, onChange } = fields
  const { action } = settings
  const set = (part: Partial<FileAdapter>) => onChange({ ...settings, ...part })
  const hasContent = action === 'read' || action === 'write' || action === 'append'
  return (
    <>
      <Section title={t('externalSystems.file')} hint={t('externalSystems.fileHint')}>
        <FieldGrid>
          <ChoiceField
            label={t('externalSystems.fileAction')}
            values={fileActions}
            nameOf={(value) => t(`externalSystems.fileActions.${value}`)}
            value={action}
            isLocked={isLocked}
            onValue={(action) => set({ action })}
          />
          {action === 'write' || action === 'move' ? (
            <ChoiceField
              label={t('externalSystems.ifExists')}
              values={fileConflicts}
              nameOf={(value) => t(`externalSystems.fileConflicts.${value}`)}
              value={settings.ifExists}
              isLocked={isLocked}
              onValue={(ifExists) => set({ ifExists })}
            />
          ) : null}
        </FieldGrid>
        <AddressField
          text={action === 'list' ? 'listPath' : 'filePath'}
          name="path"
          placeholder={action === 'list' ? '2026' : 'prices.csv'}
          required={action !== 'list'}
          isLocked={isLocked}
          error={error}
          value={settings.path}
          onValue={(path) => set({ path })}
        />
        {action === 'move' ? (
          <AddressField
            text="target"
            name="target"
            placeholder="done/prices.csv"
            required
            isLocked={isLocked}
            error={error}
            value={settings.target}
            onValue={(target) => set({ target })}
          />
        ) : null}
        {action === 'list' ? (
          <TextInput
            label={t('externalSystems.pattern')}
            description={t('externalSystems.patternHelp')}
            spellCheck={false}
            readOnly={isLocked}
            maxLength={200}
            value={settings.pattern}
            error={describeFaultOf(error, 'settings.pattern')}
            onChange={(event) => set({ pattern: event.currentTarget.value })}
          />
        ) : null}
        {action === 'read' || action === 'list' || action === 'exists' ? null : (
          <Switch
            label={t('externalSystems.isRepeatable')}
            description={t('externalSystems.fileRepeatableHelp')}
            disabled={isLocked}
            checked={settings.isRepeatable}
            onChange={(event) => set({ isRepeatable: event.currentTarget.checked })}
          />
        )}
      </Section>
      {hasContent ? <ContentFields {...fields} /> : null}
    </>
  )
}

/** The format of a file. */
function ContentFields(fields: SettingsFields<FileAdapter>) {
  const { t } = useTranslation()
  const { settings, isLocked, onChange } = fields
  const { format, action } = settings
  const set = (part: Partial<FileAdapter>) => onChange({ ...settings, ...part })
  const isRead = action === 'read'
  const isTable = format === 'csv' || format === 'xlsx' || format === 'fixed'
  return (
    <>
      <Section title={t('externalSystems.format')} {...(isRead ? {} : { hint: t('externalSystems.contentHint') })}>
        <FieldGrid>
          <ChoiceField
            label={t('externalSystems.format')}
            values={fileFormats}
            nameOf={(value) => t(`externalSystems.formats.${value}`)}
            value={format}
            isLocked={isLocked}
            onValue={(format) => set({ format })}
          />
          {format === 'xlsx' || format === 'binary' ? null : (
            <ChoiceField
              label={t('externalSystems.encoding')}
              values={fileEncodings}
              nameOf={(value) => t(`externalSystems.encodings.${value}`)}
              value={settings.encoding}
              isLocked={isLocked}
              onValue={(encoding) => set({ encoding })}
            />
          )}
          {format === 'csv' ? (
            <>
              <ChoiceField
                label={t('externalSystems.delimiter')}
                values={csvDelimiters}
                nameOf={(value) => t(`externalSystems.delimiters.${value}`)}
                value={settings.delimiter}
                isLocked={isLocked}
                onValue={(delimiter) => set({ delimiter })}
              />
              <ChoiceField
                label={t('externalSystems.quote')}
                values={csvQuotes}
                nameOf={(value) => t(`externalSystems.quotes.${value}`)}
                value={settings.quote}
                isLocked={isLocked}
                onValue={(quote) => set({ quote })}
              />
            </>
          ) : null}
          {isRead && (format === 'json' || format === 'xml') ? (
            <RowsField {...fields} description={t('externalSystems.fileRowsHelp')} />
          ) : null}
        </FieldGrid>
        {format === 'csv' || (format === 'xlsx' && isRead) ? (
          <Checkbox
            label={t('externalSystems.heading')}
            disabled={isLocked}
            checked={settings.heading}
            onChange={(event) => set({ heading: event.currentTarget.checked })}
          />
        ) : null}
      </Section>
      {isTable || (isRead && (format === 'json' || format === 'xml')) ? (
        <Section
          title={t('externalSystems.columns')}
          hint={t(
            format === 'fixed'
              ? 'externalSystems.fixedColumnsHint'
              : isRead
                ? 'externalSystems.fileColumnsHint'
                : 'externalSystems.writtenColumnsHint',
          )}
        >
          <ColumnFields
            {...fields}
            where={t(format === 'fixed' ? 'externalSystems.headSpan' : 'externalSystems.headInFile')}
          />
        </Section>
      ) : null}
    </>
  )
}
