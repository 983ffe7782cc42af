import { Switch } from '@mantine/core'
import { bodyKinds, type RestAdapter, restMethods } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { AddressField } from './address-field.tsx'
import { BodyFields } from './body-fields.tsx'
import { ChoiceField } from './choice-field.tsx'
import { EntryFields } from './entry-fields.tsx'
import { PagingFields } from './paging-fields.tsx'
import { ColumnFields, RowsField } from './row-fields.tsx'
import type { SettingsFields } from './settings-fields.ts'

/** The fields for the request of an adapter, and for how rows are read from the answer. */
export function RequestFields(fields: SettingsFields<RestAdapter>) {
  const { t } = useTranslation()
  const { settings, isLocked, error, onChange } = fields
  const set = (part: Partial<RestAdapter>) => onChange({ ...settings, ...part })
  const lists = { isLocked, error }
  return (
    <>
      <Section title={t('externalSystems.request')} hint={t('externalSystems.requestHint')}>
        <FieldGrid>
          <ChoiceField
            label={t('externalSystems.method')}
            values={restMethods}
            nameOf={(method) => method}
            value={settings.method}
            isLocked={isLocked}
            // GET has no body.
            onValue={(method) =>
              set(method !== 'GET' ? { method, paging: null } : { method, body: '', fields: [], isRepeatable: false })
            }
          />
          <AddressField
            text="path"
            name="path"
            isLocked={isLocked}
            error={error}
            value={settings.path}
            onValue={(path) => set({ path })}
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
        {settings.method === 'GET' ? null : <BodyFields {...fields} kinds={bodyKinds} />}
      </Section>
      <Section title={t('externalSystems.answer')} hint={t('externalSystems.answerHint')}>
        <FieldGrid>
          <RowsField {...fields} description={t('externalSystems.rowsPathHelp')} />
        </FieldGrid>
        {settings.method === 'GET' ? <PagingFields {...fields} /> : null}
        <ColumnFields {...fields} where={t('externalSystems.headPath')} />
      </Section>
    </>
  )
}
