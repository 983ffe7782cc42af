import { TextInput } from '@mantine/core'
import { externalLimits, type RestConnection } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { OtherSecretField, PemField } from './connection-parts.tsx'
import type { RestProps } from './rest-fields.tsx'

/** The proxy and the certificates of a connection. */
export function NetworkFields({ settings, ...props }: RestProps) {
  const { t } = useTranslation()
  const { isLocked, error, onChange } = props
  const set = (part: Partial<RestConnection>) => onChange({ settings: { ...settings, ...part } })
  const line = (name: 'proxy' | 'proxyUsername', help?: string) => (
    <TextInput
      label={t(`externalSystems.${name}`)}
      description={help}
      spellCheck={false}
      autoComplete="off"
      readOnly={isLocked}
      maxLength={name === 'proxy' ? externalLimits.address : 255}
      value={settings[name]}
      error={describeFaultOf(error, `settings.${name}`)}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  )
  const pem = (name: 'certificate' | 'authorities') => (
    <PemField
      label={t(`externalSystems.${name}`)}
      description={t(`externalSystems.${name}Help`)}
      readOnly={isLocked}
      maxLength={externalLimits.certificate}
      value={settings[name]}
      error={describeFaultOf(error, `settings.${name}`)}
      onValue={(value) => set({ [name]: value })}
    />
  )
  return (
    <Section title={t('externalSystems.network')} hint={t('externalSystems.networkHint')}>
      <FieldGrid>
        {line('proxy', t('externalSystems.proxyHelp'))}
        {settings.proxy === '' ? null : line('proxyUsername')}
        {settings.proxy === '' || settings.proxyUsername === '' ? null : (
          <OtherSecretField {...props} name="proxyPassword" />
        )}
      </FieldGrid>
      {pem('certificate')}
      {settings.certificate === '' ? null : <OtherSecretField {...props} name="clientKey" isKey />}
      {pem('authorities')}
    </Section>
  )
}
