import { Textarea, TextInput } from '@mantine/core'
import { externalLimits, type FileConnection, sftpSignIns } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { ChoiceField } from './choice-field.tsx'
import { SecretField } from './connection-parts.tsx'
import type { FolderProps } from './folder-fields.tsx'

/** The sign-in at the machine of a file connection. */
export function RemoteSignInFields({ settings, ...props }: FolderProps) {
  const { t } = useTranslation()
  const { draft, hasSecret, isLocked, error, onChange } = props
  const set = (part: Partial<FileConnection>) => onChange({ settings: { ...settings, ...part } })
  const key = t('externalSystems.privateKey')
  const isS3 = settings.place === 's3'
  const isByKey = settings.place === 'sftp' && settings.signIn === 'key'
  return (
    <Section title={t('externalSystems.signIn')} hint={t('externalSystems.signInHint')}>
      <FieldGrid>
        <TextInput
          label={t(isS3 ? 'externalSystems.accessKey' : 'externalSystems.username')}
          required
          spellCheck={false}
          autoComplete="off"
          readOnly={isLocked}
          maxLength={255}
          value={settings.username}
          error={describeFaultOf(error, 'settings.username')}
          onChange={(event) => set({ username: event.currentTarget.value })}
        />
        {settings.place === 'sftp' ? (
          <ChoiceField
            label={t('externalSystems.signIn')}
            values={sftpSignIns}
            nameOf={(value) => t(`externalSystems.sftpSignIns.${value}`)}
            value={settings.signIn}
            isLocked={isLocked}
            onValue={(signIn) => set({ signIn })}
          />
        ) : null}
        {isByKey ? null : (
          <SecretField
            {...props}
            label={t(isS3 ? 'externalSystems.secretKey' : 'externalSystems.password')}
            isRequired
          />
        )}
      </FieldGrid>
      {isByKey ? (
        <Textarea
          label={hasSecret ? t('externalSystems.newSecret', { what: key.toLowerCase() }) : key}
          description={t(hasSecret ? 'externalSystems.newSecretHelp' : 'externalSystems.privateKeyHelp')}
          required={!hasSecret}
          autosize
          minRows={3}
          maxRows={10}
          spellCheck={false}
          autoComplete="off"
          readOnly={isLocked}
          maxLength={externalLimits.secret}
          value={draft.secret}
          error={describeFaultOf(error, 'secret')}
          onChange={(event) => onChange({ secret: event.currentTarget.value })}
        />
      ) : null}
    </Section>
  )
}
