import { TextInput } from '@mantine/core'
import type { FileAdapter, RestAdapter } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { EntryFields } from './entry-fields.tsx'
import type { SettingsFields } from './settings-fields.ts'

/** Adapters that read rows from a document. */
type Reader = RestAdapter | FileAdapter

/** The field for the position of the rows in the answer. */
export function RowsField<S extends Reader>({
  settings,
  isLocked,
  error,
  onChange,
  description,
}: SettingsFields<S> & { readonly description: string }) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t('externalSystems.rowsPath')}
      description={description}
      spellCheck={false}
      readOnly={isLocked}
      maxLength={200}
      value={settings.rows}
      error={describeFaultOf(error, 'settings.rows')}
      onChange={(event) => onChange({ ...settings, rows: event.currentTarget.value })}
    />
  )
}

/** The fields for the columns of a row and their positions in it. */
export function ColumnFields<S extends Reader>({
  settings,
  isLocked,
  error,
  onChange,
  where,
}: SettingsFields<S> & {
  /** Head of the places. */
  readonly where: string
}) {
  const { t } = useTranslation()
  return (
    <EntryFields
      isLocked={isLocked}
      error={error}
      title={t('externalSystems.columns')}
      what={t('externalSystems.ofColumn')}
      add={t('externalSystems.addColumn')}
      where="settings.columns"
      members={['key', 'path']}
      heads={[t('externalSystems.headKey'), where]}
      entries={settings.columns}
      onEntries={(columns) => onChange({ ...settings, columns })}
    />
  )
}
