import {
  type AmqpAdapter,
  type ExternalAdapter,
  type KafkaAdapter,
  parameterTypes,
  type RestAdapter,
  type SqlAdapter,
} from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { ChoiceField } from './choice-field.tsx'
import type { SettingsFields } from './settings-fields.ts'

interface Props extends SettingsFields<RestAdapter | SqlAdapter | AmqpAdapter | KafkaAdapter> {
  /** The parameters of the saved adapter. */
  readonly parameters: ExternalAdapter['parameters']
}

/** The types that can be chosen for values of requests, statements and messages. */
const offered = parameterTypes.filter((type) => type !== 'file')
const files = ['file'] as const

/** The type of each parameter of a request, a statement or a message. */
export function ParameterFields({ parameters, settings, isLocked, onChange }: Props) {
  const { t } = useTranslation()
  if (parameters.length === 0) return null
  return (
    <Section title={t('externalSystems.parameters')} hint={t('externalSystems.parametersHint')}>
      <FieldGrid>
        {parameters.map(({ name, type: known }) => (
          <ChoiceField
            key={name}
            label={name}
            // Where its place takes a file, nothing else is possible.
            values={known === 'file' ? files : offered}
            nameOf={(type) => t(`externalSystems.parameterTypes.${type}`)}
            value={known === 'file' ? known : (settings.types.find((one) => one.name === name)?.type ?? 'text')}
            isLocked={isLocked || known === 'file'}
            onValue={(type) => {
              const others = settings.types.filter((one) => one.name !== name)
              onChange({ ...settings, types: type === 'text' ? others : [...others, { name, type }] })
            }}
          />
        ))}
      </FieldGrid>
    </Section>
  )
}
