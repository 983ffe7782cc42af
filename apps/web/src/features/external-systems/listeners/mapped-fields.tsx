import IconPlus from 'icon:plus'
import IconX from 'icon:x'
import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import {
  type ListenerKind,
  listenerLimits,
  type MappedValue,
  type ParameterType,
  parameterTypes,
  sourcesOf,
  type ValueSource,
} from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { describeFaultOf } from '../../../lib/api/describe-fault.ts'
import system from '../external-systems.module.css'
import { emptyValues } from './listener-draft.ts'
import classes from './listeners.module.css'
import { sourcesWithPath } from './sources-with-path.ts'

interface Props {
  readonly kind: ListenerKind
  readonly title: string
  readonly hint: string
  /** The noun for one entry. */
  readonly what: string
  /** Verb and object. */
  readonly add: string
  /** Where the server says that something of them is wrong. */
  readonly where: string
  readonly values: readonly MappedValue[]
  readonly isLocked: boolean
  readonly error: unknown
  readonly onValues: (values: MappedValue[]) => void
}

/** The fields for variables and the parts of a delivery from which their values come. */
export function MappedFields(props: Props) {
  const { t } = useTranslation()
  const { kind, title, hint, what, add, where, values, isLocked, error, onValues } = props
  const set = (index: number, part: Partial<MappedValue>) =>
    onValues(values.map((value, at) => (at === index ? { ...value, ...part } : value)))
  const labelOf = (field: string, index: number) => t('externalListeners.fieldOf', { field, what, number: index + 1 })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame and a legend
    <div role="group" aria-label={title} className={system.entries}>
      <p className={system.entriesTitle} aria-hidden>
        {title}
      </p>
      <p className={system.empty}>{hint}</p>
      {values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other identity, and they keep their order
        <div key={index} className={classes.mapped}>
          <TextInput
            aria-label={labelOf(t('externalListeners.variable'), index)}
            placeholder={t('externalListeners.variable')}
            spellCheck={false}
            readOnly={isLocked}
            maxLength={200}
            value={value.variable}
            error={describeFaultOf(error, `${where}.${index}.variable`)}
            onChange={(event) => set(index, { variable: event.currentTarget.value })}
          />
          <Select
            aria-label={labelOf(t('externalListeners.source'), index)}
            allowDeselect={false}
            disabled={isLocked}
            data={sourcesOf[kind].map((one) => ({ value: one, label: t(`externalListeners.sources.${one}`) }))}
            value={value.source}
            error={describeFaultOf(error, `${where}.${index}.source`)}
            onChange={(source) => set(index, { source: (source ?? value.source) as ValueSource })}
          />
          <TextInput
            aria-label={labelOf(t('externalListeners.path'), index)}
            placeholder={sourcesWithPath.has(value.source) ? t('externalListeners.path') : ''}
            spellCheck={false}
            readOnly={isLocked}
            disabled={!sourcesWithPath.has(value.source)}
            maxLength={200}
            value={sourcesWithPath.has(value.source) ? value.path : ''}
            error={describeFaultOf(error, `${where}.${index}.path`)}
            onChange={(event) => set(index, { path: event.currentTarget.value })}
          />
          <Select
            aria-label={labelOf(t('externalListeners.type'), index)}
            allowDeselect={false}
            disabled={isLocked}
            data={parameterTypes.map((one) => ({ value: one, label: t(`externalSystems.parameterTypes.${one}`) }))}
            value={value.type}
            error={describeFaultOf(error, `${where}.${index}.type`)}
            onChange={(type) => set(index, { type: (type ?? value.type) as ParameterType })}
          />
          {isLocked ? null : (
            <ActionIcon
              aria-label={t('externalListeners.removeMapped', { what, number: index + 1 })}
              onClick={() => onValues(values.filter((_, at) => at !== index))}
            >
              <IconX size={15} stroke={1.6} />
            </ActionIcon>
          )}
        </div>
      ))}
      {isLocked || values.length >= listenerLimits.variables ? null : (
        <div>
          <Button
            size="xs"
            leftSection={<IconPlus size={15} stroke={1.6} />}
            onClick={() => onValues([...values, emptyValues[kind]])}
          >
            {add}
          </Button>
        </div>
      )}
    </div>
  )
}
