import { NumberInput, TextInput } from '@mantine/core'
import { listenerLimits, type WebhookListener, webhookSignatures } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid, Section } from '../../../components/section/section.tsx'
import { describeFaultOf } from '../../../lib/api/describe-fault.ts'
import { ChoiceField } from '../choice-field.tsx'
import type { ListenerFieldsOf } from './listener-fields.ts'

/** The fields for how senders of a webhook prove their identity, and its limits. */
export function WebhookFields({ settings, isLocked, error, onChange }: ListenerFieldsOf<WebhookListener>) {
  const { t } = useTranslation()
  const set = (part: Partial<WebhookListener>) => onChange({ ...settings, ...part })
  const headerField = (name: 'header' | 'timeHeader' | 'idHeader', description?: string) => (
    <TextInput
      label={t(`externalListeners.${name}`)}
      description={description}
      required={name === 'header'}
      spellCheck={false}
      autoComplete="off"
      readOnly={isLocked}
      maxLength={100}
      value={settings[name]}
      error={describeFaultOf(error, `settings.${name}`)}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <Section title={t('externalListeners.proof')} hint={t('externalListeners.proofHint')}>
      <FieldGrid>
        <ChoiceField
          label={t('externalListeners.signature')}
          description={t('externalListeners.signatureHelp')}
          values={webhookSignatures}
          nameOf={(value) => t(`externalListeners.signatures.${value}`)}
          value={settings.signature}
          isLocked={isLocked}
          onValue={(signature) => set({ signature })}
        />
        {settings.signature === 'hmac' ? (
          <>
            {headerField('header')}
            {headerField('timeHeader', t('externalListeners.timeHeaderHelp'))}
          </>
        ) : null}
        {settings.signature === 'standard' || settings.signature === 'github'
          ? null
          : headerField('idHeader', t('externalListeners.idHeaderHelp'))}
        <NumberInput
          label={t('externalListeners.windowSeconds')}
          description={t('externalListeners.windowHelp')}
          required
          readOnly={isLocked}
          min={30}
          max={listenerLimits.longestWindow}
          allowDecimal={false}
          value={settings.windowSeconds}
          error={describeFaultOf(error, 'settings.windowSeconds')}
          onChange={(value) => set({ windowSeconds: Number(value) })}
        />
        <NumberInput
          label={t('externalListeners.maxBytes')}
          required
          readOnly={isLocked}
          min={1_000}
          max={listenerLimits.maxBytes}
          allowDecimal={false}
          thousandSeparator=","
          value={settings.maxBytes}
          error={describeFaultOf(error, 'settings.maxBytes')}
          onChange={(value) => set({ maxBytes: Number(value) })}
        />
      </FieldGrid>
    </Section>
  )
}
