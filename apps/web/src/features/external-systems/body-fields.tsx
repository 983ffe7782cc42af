import { Textarea, TextInput } from '@mantine/core'
import { type AmqpAdapter, externalLimits, type KafkaAdapter, type RestAdapter } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { ChoiceField } from './choice-field.tsx'
import { EntryFields } from './entry-fields.tsx'
import classes from './external-systems.module.css'
import type { SettingsFields } from './settings-fields.ts'

/** Adapters that send a body. */
type Sender = RestAdapter | AmqpAdapter | KafkaAdapter

interface Props<S extends Sender> extends SettingsFields<S> {
  readonly kinds: readonly S['bodyKind'][]
}

/** The kind of body of a request or message, and its template or fields. */
export function BodyFields<S extends Sender>({ kinds, ...props }: Props<S>) {
  const { t } = useTranslation()
  const { settings, isLocked, onChange } = props
  return (
    <>
      <FieldGrid>
        <ChoiceField
          label={t('externalSystems.bodyKind')}
          description={t(`externalSystems.bodyKindHelp.${settings.bodyKind}`)}
          values={kinds}
          nameOf={(kind) => t(`externalSystems.bodyKinds.${kind}`)}
          value={settings.bodyKind}
          isLocked={isLocked}
          // A template of one kind says nothing in another one.
          onValue={(bodyKind) => onChange({ ...settings, bodyKind, body: '', fields: [] })}
        />
      </FieldGrid>
      <Content {...props} />
    </>
  )
}

function Content<S extends Sender>({ settings, isLocked, error, onChange }: SettingsFields<S>) {
  const { t } = useTranslation()
  const bodyKind: Sender['bodyKind'] = settings.bodyKind
  const set = (part: Partial<Pick<Sender, 'body' | 'fields'>>) => onChange({ ...settings, ...part })
  const shared = {
    label: t('externalSystems.body'),
    spellCheck: false,
    readOnly: isLocked,
    value: settings.body,
    error: describeFaultOf(error, 'settings.body'),
  }
  switch (bodyKind) {
    case 'json':
    case 'xml':
      return (
        <Textarea
          {...shared}
          className={classes.code ?? ''}
          autosize
          minRows={3}
          maxRows={15}
          maxLength={externalLimits.statement}
          onChange={(event) => set({ body: event.currentTarget.value })}
        />
      )
    case 'file':
      return (
        <FieldGrid>
          <TextInput
            {...shared}
            label={t('externalSystems.bodyFile')}
            placeholder="{document}"
            maxLength={100}
            onChange={(event) => set({ body: event.currentTarget.value })}
          />
        </FieldGrid>
      )
    case 'form':
    case 'multipart':
      return (
        <EntryFields
          {...{ isLocked, error }}
          title={t('externalSystems.bodyFields')}
          what={t('externalSystems.ofField')}
          add={t('externalSystems.addField')}
          where="settings.fields"
          members={bodyKind === 'form' ? ['name', 'value'] : ['name', 'value', 'fileName']}
          heads={[t('externalSystems.headName'), t('externalSystems.headValue'), t('externalSystems.headFileName')]}
          entries={settings.fields}
          onEntries={(fields) => set({ fields: fields.map((field) => ({ ...noField, ...field })) })}
        />
      )
    default:
      return bodyKind satisfies never
  }
}

const noField = { name: '', value: '', fileName: '' } as const
