import { Textarea } from '@mantine/core'
import { externalLimits, type SqlAdapter } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Section } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import classes from './external-systems.module.css'
import type { SettingsFields } from './settings-fields.ts'

/** The statement that an adapter has carried out. */
export function StatementFields({ settings, isLocked, error, onChange }: SettingsFields<SqlAdapter>) {
  const { t } = useTranslation()
  return (
    <Section title={t('externalSystems.statement')} hint={t('externalSystems.statementHint')}>
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
