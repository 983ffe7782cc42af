import { Switch } from '@mantine/core'
import { externalLimits, type SqlAdapter, sqlActions } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { CompletingInput } from '../../components/completing-input/completing-input.tsx'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { withoutSearch } from './adapter-draft.ts'
import { ChoiceField } from './choice-field.tsx'
import classes from './external-systems.module.css'
import type { SettingsFields } from './settings-fields.ts'
import { SqlPagingFields } from './sql-paging-fields.tsx'
import { findTableCompletions } from './tables/find-table-completions.ts'
import { TableBrowser } from './tables/table-browser.tsx'
import { useTables } from './tables/use-tables.ts'

type Props = SettingsFields<SqlAdapter> & { readonly apiId: string }

/** The fields for the statement of an adapter, with the tables that it can use. */
export function StatementFields({ settings, isLocked, error, onChange, apiId }: Props) {
  const { t } = useTranslation()
  const tables = useTables(apiId)
  const isChange = settings.action === 'change'
  return (
    <Section
      title={t('externalSystems.statement')}
      hint={t(isChange ? 'externalSystems.changeHint' : 'externalSystems.statementHint')}
    >
      <FieldGrid>
        <ChoiceField
          label={t('externalSystems.sqlAction')}
          values={sqlActions}
          nameOf={(value) => t(`externalSystems.sqlActions.${value}`)}
          value={settings.action}
          isLocked={isLocked}
          // A change has no fields for these parameters.
          onValue={(action) => onChange({ ...settings, action, ...(action === 'change' && withoutSearch) })}
        />
      </FieldGrid>
      {isChange ? (
        <Switch
          label={t('externalSystems.isRepeatable')}
          description={t('externalSystems.sqlRepeatableHelp')}
          disabled={isLocked}
          checked={settings.isRepeatable}
          onChange={(event) => onChange({ ...settings, isRepeatable: event.currentTarget.checked })}
        />
      ) : null}
      <CompletingInput
        className={classes.code ?? ''}
        label={t('externalSystems.statementLabel')}
        description={t('externalSystems.statementHelp')}
        required
        minRows={5}
        maxRows={20}
        readOnly={isLocked}
        maxLength={externalLimits.statement}
        listLabel={t('externalSystems.completions')}
        find={(text, position, isAsked) => findTableCompletions(text, position, tables.found, isAsked)}
        text={settings.statement}
        error={describeFaultOf(error, 'settings.statement')}
        onText={(statement) => onChange({ ...settings, statement })}
      />
      {isChange ? null : <SqlPagingFields settings={settings} isLocked={isLocked} error={error} onChange={onChange} />}
      {isLocked ? null : <TableBrowser tables={tables} />}
    </Section>
  )
}
