import { NumberInput, Textarea, TextInput } from '@mantine/core'
import { externalLimits, type FileConnection, filePlaces, sftpSignIns } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { AddressField } from './address-field.tsx'
import { ChoiceField } from './choice-field.tsx'
import { type ConnectionProps, LineField, SecondsField, SecretField } from './connection-parts.tsx'

type Props = ConnectionProps & { readonly settings: FileConnection }

/** The folder that a file connection leads to, and the sign-in if it is on another machine. */
export function FolderFields({ settings, ...props }: Props) {
  const { t } = useTranslation()
  const { isLocked, error, onChange } = props
  const set = (part: Partial<FileConnection>) => onChange({ settings: { ...settings, ...part } })
  const isLocal = settings.place === 'local'
  return (
    <>
      <Section
        title={t('externalSystems.place')}
        hint={t(isLocal ? 'externalSystems.folderHint' : 'externalSystems.placeHint')}
      >
        <FieldGrid>
          <ChoiceField
            label={t('externalSystems.filePlace')}
            values={filePlaces}
            nameOf={(value) => t(`externalSystems.filePlaces.${value}`)}
            value={settings.place}
            isLocked={isLocked}
            onValue={(place) => set({ place })}
          />
          <SecondsField {...props} seconds={settings.seconds} onSeconds={(seconds) => set({ seconds })} />
          {isLocal ? null : (
            <>
              <LineField
                {...props}
                name="host"
                placeholder="files.example.org"
                value={settings.host}
                onValue={(host) => set({ host })}
              />
              <NumberInput
                label={t('externalSystems.port')}
                required
                readOnly={isLocked}
                min={1}
                max={65_535}
                allowDecimal={false}
                hideControls
                value={settings.port}
                error={describeFaultOf(error, 'settings.port')}
                onChange={(port) => set({ port: Number(port) })}
              />
            </>
          )}
        </FieldGrid>
        <AddressField
          text={isLocal ? 'folder' : 'sftpFolder'}
          name="folder"
          placeholder="/srv/exchange/prices"
          required
          isLocked={isLocked}
          error={error}
          value={settings.folder}
          onValue={(folder) => set({ folder })}
        />
        {isLocal ? null : (
          <TextInput
            label={t('externalSystems.hostKey')}
            description={t('externalSystems.hostKeyHelp')}
            spellCheck={false}
            autoComplete="off"
            readOnly={isLocked}
            maxLength={60}
            value={settings.hostKey}
            error={describeFaultOf(error, 'settings.hostKey')}
            onChange={(event) => set({ hostKey: event.currentTarget.value })}
          />
        )}
      </Section>
      {isLocal ? null : <SignInFields {...props} settings={settings} />}
    </>
  )
}

function SignInFields({ settings, ...props }: Props) {
  const { t } = useTranslation()
  const { draft, hasSecret, isLocked, error, onChange } = props
  const set = (part: Partial<FileConnection>) => onChange({ settings: { ...settings, ...part } })
  const key = t('externalSystems.privateKey')
  return (
    <Section title={t('externalSystems.signIn')} hint={t('externalSystems.signInHint')}>
      <FieldGrid>
        <LineField {...props} name="username" value={settings.username} onValue={(username) => set({ username })} />
        <ChoiceField
          label={t('externalSystems.signIn')}
          values={sftpSignIns}
          nameOf={(value) => t(`externalSystems.sftpSignIns.${value}`)}
          value={settings.signIn}
          isLocked={isLocked}
          onValue={(signIn) => set({ signIn })}
        />
        {settings.signIn === 'password' ? (
          <SecretField {...props} label={t('externalSystems.password')} isRequired />
        ) : null}
      </FieldGrid>
      {settings.signIn === 'key' ? (
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
