import { Select, TextInput } from '@mantine/core'
import { type ListenerKind, type ListenerTarget, sourcesOf, type ValueSource } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid, Section } from '../../../components/section/section.tsx'
import { describeFaultOf } from '../../../lib/api/describe-fault.ts'
import { ChoiceField } from '../choice-field.tsx'
import { MappedFields } from './mapped-fields.tsx'
import { sourcesWithPath } from './sources-with-path.ts'

interface Props {
  readonly kind: ListenerKind
  readonly target: ListenerTarget
  readonly isLocked: boolean
  readonly error: unknown
  readonly onTarget: (target: ListenerTarget) => void
}

/** The fields for the action when a delivery arrives at a listener. */
export function TargetFields({ kind, target, isLocked, error, onTarget }: Props) {
  const { t } = useTranslation()
  const set = (part: Partial<ListenerTarget>) => onTarget({ ...target, ...part })
  const isStart = target.action === 'start'
  const named = isStart ? 'process' : 'message'
  const { businessKey } = target
  const lists = { kind, isLocked, error }
  return (
    <Section title={t('externalListeners.target')} hint={t('externalListeners.targetHint')}>
      <FieldGrid>
        <ChoiceField
          label={t('externalListeners.action')}
          values={['start', 'message']}
          nameOf={(value) => t(`externalListeners.actions.${value}`)}
          value={target.action}
          isLocked={isLocked}
          onValue={(action) => set({ action, correlation: [] })}
        />
        <TextInput
          label={t(`externalListeners.${named}`)}
          required
          spellCheck={false}
          autoComplete="off"
          readOnly={isLocked}
          maxLength={255}
          value={target[named]}
          error={describeFaultOf(error, `settings.target.${named}`)}
          onChange={(event) => set({ [named]: event.currentTarget.value })}
        />
        <Select
          label={t('externalListeners.businessKey')}
          placeholder={t('externalListeners.noBusinessKey')}
          clearable
          disabled={isLocked}
          data={sourcesOf[kind].map((value) => ({ value, label: t(`externalListeners.sources.${value}`) }))}
          value={businessKey?.source ?? null}
          error={describeFaultOf(error, 'settings.target.businessKey')}
          onChange={(source) =>
            set({
              businessKey: source === null ? null : { source: source as ValueSource, path: businessKey?.path ?? '' },
            })
          }
        />
        {businessKey !== null && sourcesWithPath.has(businessKey.source) ? (
          <TextInput
            label={t('externalListeners.businessKeyPath')}
            placeholder="order.number"
            spellCheck={false}
            readOnly={isLocked}
            maxLength={200}
            value={businessKey.path}
            onChange={(event) => set({ businessKey: { ...businessKey, path: event.currentTarget.value } })}
          />
        ) : null}
      </FieldGrid>
      {isStart ? null : (
        <MappedFields
          {...lists}
          title={t('externalListeners.correlation')}
          hint={t('externalListeners.correlationHint')}
          what={t('externalListeners.ofKey')}
          add={t('externalListeners.addKey')}
          where="settings.target.correlation"
          values={target.correlation}
          onValues={(correlation) => set({ correlation })}
        />
      )}
      <MappedFields
        {...lists}
        title={t('externalListeners.variables')}
        hint={t('externalListeners.variablesHint')}
        what={t('externalListeners.ofVariable')}
        add={t('externalListeners.addVariable')}
        where="settings.target.variables"
        values={target.variables}
        onValues={(variables) => set({ variables })}
      />
    </Section>
  )
}
