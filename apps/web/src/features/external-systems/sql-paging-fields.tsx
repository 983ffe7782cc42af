import { Select, TextInput } from '@mantine/core'
import { type SqlAdapter, type SqlPaging, sqlKeyTypes, sqlPagingKinds } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { ChoiceField } from './choice-field.tsx'
import type { SettingsFields } from './settings-fields.ts'

const initial: SqlPaging = { kind: 'keyset', column: '', keyType: 'integer' }

/** The fields for reading the rows of an SQL statement page by page. */
export function SqlPagingFields({ settings, isLocked, error, onChange }: SettingsFields<SqlAdapter>) {
  const { t } = useTranslation()
  const paging = settings.paging ?? null
  const set = (part: Partial<SqlPaging>) => onChange({ ...settings, paging: { ...initial, ...paging, ...part } })
  return (
    <FieldGrid>
      <Select
        label={t('externalSystems.sqlPaging.kind')}
        description={t('externalSystems.sqlPaging.kindHelp')}
        placeholder={t('externalSystems.sqlPaging.none')}
        clearable
        disabled={isLocked}
        data={sqlPagingKinds.map((value) => ({ value, label: t(`externalSystems.sqlPaging.kinds.${value}`) }))}
        value={paging?.kind ?? null}
        error={describeFaultOf(error, 'settings.paging')}
        onChange={(kind) => (kind === null ? onChange({ ...settings, paging: null }) : set({ kind }))}
      />
      {paging === null ? null : (
        <TextInput
          label={t('externalSystems.sqlPaging.column')}
          description={t('externalSystems.sqlPaging.columnHelp')}
          required
          spellCheck={false}
          readOnly={isLocked}
          maxLength={128}
          value={paging.column}
          error={describeFaultOf(error, 'settings.paging.column')}
          onChange={(event) => set({ column: event.currentTarget.value })}
        />
      )}
      {paging?.kind === 'keyset' ? (
        <ChoiceField
          label={t('externalSystems.sqlPaging.keyType')}
          values={sqlKeyTypes}
          nameOf={(value) => t(`externalSystems.parameterTypes.${value}`)}
          value={paging.keyType}
          isLocked={isLocked}
          onValue={(keyType) => set({ keyType })}
        />
      ) : null}
    </FieldGrid>
  )
}
