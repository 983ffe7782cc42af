import { TextInput } from '@mantine/core'
import {
  type MailConnection,
  type OauthClient,
  oauthClientAuths,
  oauthGrants,
  type RestConnection,
} from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { AddressField } from './address-field.tsx'
import { ChoiceField } from './choice-field.tsx'
import { type ConnectionProps, OtherSecretField } from './connection-parts.tsx'

type OauthProps = ConnectionProps & { readonly settings: RestConnection | MailConnection }

/** The fields for the source of access tokens. */
export function OauthFields({ settings, ...props }: OauthProps) {
  const { t } = useTranslation()
  const { isLocked, error, onChange } = props
  const set = (part: Partial<OauthClient>) => onChange({ settings: { ...settings, ...part } })
  return (
    <>
      <AddressField
        text="tokenUrl"
        name="tokenUrl"
        placeholder="https://sign-in.example.org/oauth2/token"
        required
        isLocked={isLocked}
        error={error}
        value={settings.tokenUrl}
        onValue={(tokenUrl) => set({ tokenUrl })}
      />
      <FieldGrid>
        <ChoiceField
          label={t('externalSystems.grant')}
          values={oauthGrants}
          nameOf={(value) => t(`externalSystems.grants.${value}`)}
          value={settings.grant}
          isLocked={isLocked}
          onValue={(grant) => set({ grant })}
        />
        {settings.grant === 'refresh' ? <OtherSecretField {...props} name="refreshToken" /> : null}
        <TextInput
          label={t('externalSystems.scope')}
          description={t('externalSystems.scopeHelp')}
          spellCheck={false}
          autoComplete="off"
          readOnly={isLocked}
          maxLength={500}
          value={settings.scope}
          error={describeFaultOf(error, 'settings.scope')}
          onChange={(event) => set({ scope: event.currentTarget.value })}
        />
        <ChoiceField
          label={t('externalSystems.clientAuth')}
          values={oauthClientAuths}
          nameOf={(value) => t(`externalSystems.clientAuths.${value}`)}
          value={settings.clientAuth}
          isLocked={isLocked}
          onValue={(clientAuth) => set({ clientAuth })}
        />
      </FieldGrid>
    </>
  )
}
