import { Checkbox } from '@mantine/core'
import { csvDelimiters, csvQuotes, type FileAdapter, fileEncodings, fileFormats } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { AddressField } from './address-field.tsx'
import { ChoiceField } from './choice-field.tsx'
import { ColumnFields, RowsField } from './row-fields.tsx'
import type { SettingsFields } from './settings-fields.ts'

/** The file that an adapter reads, and how rows are read from it. */
export function FileFields(fields: SettingsFields<FileAdapter>) {
  const { t } = useTranslation()
  const { settings, isLocked, error, onChange } = fields
  const set = (part: Partial<FileAdapter>) => onChange({ ...settings, ...part })
  const isCsv = settings.format === 'csv'
  return (
    <>
      <Section title={t('externalSystems.file')} hint={t('externalSystems.fileHint')}>
        <AddressField
          text="filePath"
          name="path"
          placeholder="prices.csv"
          required
          isLocked={isLocked}
          error={error}
          value={settings.path}
          onValue={(path) => set({ path })}
        />
        <FieldGrid>
          <ChoiceField
            label={t('externalSystems.format')}
            values={fileFormats}
            nameOf={(value) => t(`externalSystems.formats.${value}`)}
            value={settings.format}
            isLocked={isLocked}
            onValue={(format) => set({ format })}
          />
          <ChoiceField
            label={t('externalSystems.encoding')}
            values={fileEncodings}
            nameOf={(value) => t(`externalSystems.encodings.${value}`)}
            value={settings.encoding}
            isLocked={isLocked}
            onValue={(encoding) => set({ encoding })}
          />
          {isCsv ? (
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
          ) : (
            <RowsField {...fields} description={t('externalSystems.fileRowsHelp')} />
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
        <ColumnFields {...fields} where={t('externalSystems.headInFile')} />
      </Section>
    </>
  )
}
