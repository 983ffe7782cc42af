import { Select, Switch, Textarea, TextInput } from '@mantine/core'
import { externalLimits, type RestAdapter, restMethods } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { EntryFields } from './entry-fields.tsx'
import classes from './external-systems.module.css'
import type { SettingsFields } from './settings-fields.ts'

/** The request that an adapter sends, and how rows are read from what is answered. */
export function RequestFields({ settings, isLocked, error, onChange }: SettingsFields<RestAdapter>) {
  const { t } = useTranslation()
  const set = (part: Partial<RestAdapter>) => onChange({ ...settings, ...part })
  const lists = { isLocked, error }
  return (
    <>
      <Section title={t('externalSystems.request')} hint={t('externalSystems.requestHint')}>
        <FieldGrid>
          <Select
            label={t('externalSystems.method')}
            allowDeselect={false}
            disabled={isLocked}
            data={[...restMethods]}
            value={settings.method}
            // GET has no body.
            onChange={(method) =>
              set(method === 'POST' ? { method } : { method: 'GET', body: '', isRepeatable: false })
            }
          />
          <TextInput
            label={t('externalSystems.path')}
            description={t('externalSystems.pathHelp')}
            spellCheck={false}
            readOnly={isLocked}
            maxLength={externalLimits.address}
            value={settings.path}
            error={describeFaultOf(error, 'settings.path')}
            onChange={(event) => set({ path: event.currentTarget.value })}
          />
        </FieldGrid>
        {settings.method === 'GET' ? null : (
          <Switch
            label={t('externalSystems.isRepeatable')}
            description={t('externalSystems.isRepeatableHelp')}
            disabled={isLocked}
            checked={settings.isRepeatable}
            onChange={(event) => set({ isRepeatable: event.currentTarget.checked })}
          />
        )}
        <EntryFields
          {...lists}
          title={t('externalSystems.query')}
          what={t('externalSystems.ofQuery')}
          add={t('externalSystems.addQuery')}
          where="settings.query"
          members={['name', 'value']}
          heads={[t('externalSystems.headName'), t('externalSystems.headValue')]}
          entries={settings.query}
          onEntries={(query) => set({ query })}
        />
        <EntryFields
          {...lists}
          title={t('externalSystems.headers')}
          what={t('externalSystems.ofHeader')}
          add={t('externalSystems.addHeader')}
          where="settings.headers"
          members={['name', 'value']}
          heads={[t('externalSystems.headName'), t('externalSystems.headValue')]}
          entries={settings.headers}
          onEntries={(headers) => set({ headers })}
        />
        {settings.method === 'GET' ? null : (
          <Textarea
            className={classes.code ?? ''}
            label={t('externalSystems.body')}
            description={t('externalSystems.bodyHelp')}
            autosize
            minRows={3}
            maxRows={15}
            spellCheck={false}
            readOnly={isLocked}
            maxLength={externalLimits.statement}
            value={settings.body}
            error={describeFaultOf(error, 'settings.body')}
            onChange={(event) => set({ body: event.currentTarget.value })}
          />
        )}
      </Section>
      <Section title={t('externalSystems.answer')} hint={t('externalSystems.answerHint')}>
        <FieldGrid>
          <TextInput
            label={t('externalSystems.rowsPath')}
            description={t('externalSystems.rowsPathHelp')}
            spellCheck={false}
            readOnly={isLocked}
            maxLength={200}
            value={settings.rows}
            error={describeFaultOf(error, 'settings.rows')}
            onChange={(event) => set({ rows: event.currentTarget.value })}
          />
        </FieldGrid>
        <EntryFields
          {...lists}
          title={t('externalSystems.columns')}
          what={t('externalSystems.ofColumn')}
          add={t('externalSystems.addColumn')}
          where="settings.columns"
          members={['key', 'path']}
          heads={[t('externalSystems.headKey'), t('externalSystems.headPath')]}
          entries={settings.columns}
          onEntries={(columns) => set({ columns })}
        />
      </Section>
    </>
  )
}
