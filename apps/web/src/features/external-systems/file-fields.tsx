import { Checkbox, Select, TextInput } from '@mantine/core'
import {
  csvDelimiters,
  csvQuotes,
  externalLimits,
  type FileAdapter,
  fileEncodings,
  fileFormats,
} from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { EntryFields } from './entry-fields.tsx'
import type { SettingsFields } from './settings-fields.ts'

/** The file that an adapter reads, and how rows are read from it. */
export function FileFields({ settings, isLocked, error, onChange }: SettingsFields<FileAdapter>) {
  const { t } = useTranslation()
  const set = (part: Partial<FileAdapter>) => onChange({ ...settings, ...part })
  const isCsv = settings.format === 'csv'
  return (
    <>
      <Section title={t('externalSystems.file')} hint={t('externalSystems.fileHint')}>
        <TextInput
          label={t('externalSystems.filePath')}
          description={t('externalSystems.filePathHelp')}
          placeholder="prices.csv"
          required
          spellCheck={false}
          readOnly={isLocked}
          maxLength={externalLimits.address}
          value={settings.path}
          error={describeFaultOf(error, 'settings.path')}
          onChange={(event) => set({ path: event.currentTarget.value })}
        />
        <FieldGrid>
          <Select
            label={t('externalSystems.format')}
            allowDeselect={false}
            disabled={isLocked}
            data={fileFormats.map((value) => ({ value, label: t(`externalSystems.formats.${value}`) }))}
            value={settings.format}
            onChange={(format) => set({ format: format ?? 'csv' })}
          />
          <Select
            label={t('externalSystems.encoding')}
            allowDeselect={false}
            disabled={isLocked}
            data={fileEncodings.map((value) => ({ value, label: t(`externalSystems.encodings.${value}`) }))}
            value={settings.encoding}
            onChange={(encoding) => set({ encoding: encoding ?? 'utf-8' })}
          />
          {isCsv ? (
            <>
              <Select
                label={t('externalSystems.delimiter')}
                allowDeselect={false}
                disabled={isLocked}
                data={csvDelimiters.map((value) => ({ value, label: t(`externalSystems.delimiters.${value}`) }))}
                value={settings.delimiter}
                onChange={(delimiter) => set({ delimiter: delimiter ?? 'comma' })}
              />
              <Select
                label={t('externalSystems.quote')}
                allowDeselect={false}
                disabled={isLocked}
                data={csvQuotes.map((value) => ({ value, label: t(`externalSystems.quotes.${value}`) }))}
                value={settings.quote}
                onChange={(quote) => set({ quote: quote ?? 'double' })}
              />
            </>
          ) : (
            <TextInput
              label={t('externalSystems.rowsPath')}
              description={t('externalSystems.fileRowsHelp')}
              spellCheck={false}
              readOnly={isLocked}
              maxLength={200}
              value={settings.rows}
              error={describeFaultOf(error, 'settings.rows')}
              onChange={(event) => set({ rows: event.currentTarget.value })}
            />
          )}
        </FieldGrid>
        {isCsv ? (
          <Checkbox
            label={t('externalSystems.heading')}
            disabled={isLocked}
            checked={settings.heading}
            onChange={(event) => set({ heading: event.currentTarget.checked })}
          />
        ) : null}
      </Section>
      <Section title={t('externalSystems.columns')} hint={t('externalSystems.fileColumnsHint')}>
        <EntryFields
          isLocked={isLocked}
          error={error}
          title={t('externalSystems.columns')}
          what={t('externalSystems.ofColumn')}
          add={t('externalSystems.addColumn')}
          where="settings.columns"
          members={['key', 'path']}
          heads={[t('externalSystems.headKey'), t('externalSystems.headInFile')]}
          entries={settings.columns}
          onEntries={(columns) => set({ columns })}
        />
      </Section>
    </>
  )
}
