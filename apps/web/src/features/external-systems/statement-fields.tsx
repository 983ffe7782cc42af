import { Switch, Textarea } from '@mantine/core'
import { externalLimits, type SqlAdapter, sqlActions } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { ChoiceField } from './choice-field.tsx'
import classes from './external-systems.module.css'
import type { SettingsFields } from './settings-fields.ts'

/** The statement that an adapter has carried out. */
export function StatementFields({ settings, isLocked, error, onChange }: SettingsFields<SqlAdapter>) {
  const { t } = useTranslation()
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
          onValue={(action) => onChange({ ...settings, action })}
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
      <Textarea
        className={classes.code ?? ''}
        label={t('externalSystems.statementLabel')}
        description={t('externalSystems.statementHelp')}
        required
        autosize
        minRows={5}
        maxRows={20}
        spellCheck={false}
        readOnly={isLocked}
        maxLength={externalLimits.statement}
        value={settings.statement}
        error={describeFaultOf(error, 'settings.statement')}
        onChange={(event) => onChange({ ...settings, statement: event.currentTarget.value })}
      />
    </Section>
  )
}
