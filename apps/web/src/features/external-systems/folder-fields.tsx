import { type FileConnection, type FilePlaceKind, filePlaces, filePorts } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { AddressField } from './address-field.tsx'
import { ChoiceField } from './choice-field.tsx'
import { type ConnectionProps, SecondsField } from './connection-parts.tsx'
import { RemotePlaceFields } from './remote-place-fields.tsx'
import { RemoteSignInFields } from './remote-sign-in-fields.tsx'
import { PinField } from './server-fields.tsx'

export type FolderProps = ConnectionProps & { readonly settings: FileConnection }

/** The fields for the folder of a file connection, and for the sign-in if it is on another machine. */
export function FolderFields({ settings, ...props }: FolderProps) {
  const { t } = useTranslation()
  const { isLocked, error, onChange } = props
  const set = (part: Partial<FileConnection>) => onChange({ settings: { ...settings, ...part } })
  const { place } = settings
  const isLocal = place === 'local'
  // SFTP has a key of its own; the others have a certificate.
  const isPinned = place === 'sftp' || (!isLocal && settings.trust === 'pinned')
  const pin = place === 'sftp' ? 'hostKey' : 'fingerprint'
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
            value={place}
            isLocked={isLocked}
            onValue={(next) => set({ place: next, ...portFor(settings, next), hostKey: '' })}
          />
          <SecondsField {...props} seconds={settings.seconds} onSeconds={(seconds) => set({ seconds })} />
        </FieldGrid>
        {isLocal ? null : <RemotePlaceFields {...props} settings={settings} />}
        <AddressField
          text={folderText[place]}
          name="folder"
          placeholder={isLocal ? '/srv/exchange/prices' : '/prices'}
          required
          isLocked={isLocked}
          error={error}
          value={settings.folder}
          onValue={(folder) => set({ folder })}
        />
        {isPinned ? (
          <PinField {...props} name={pin} value={settings.hostKey} onValue={(hostKey) => set({ hostKey })} />
        ) : null}
      </Section>
      {isLocal ? null : <RemoteSignInFields {...props} settings={settings} />}
    </>
  )
}

const folderText = {
  local: 'folder',
  sftp: 'sftpFolder',
  ftps: 'sftpFolder',
  s3: 's3Folder',
  webdav: 'webdavFolder',
} as const satisfies Record<FilePlaceKind, string>

/** The usual port of another protocol, unless somebody entered a special one. */
function portFor({ place, port }: FileConnection, next: FilePlaceKind): Partial<FileConnection> {
  if (next !== 'sftp' && next !== 'ftps') return {}
  const isUsual = (place !== 'sftp' && place !== 'ftps') || port === filePorts[place]
  return isUsual ? { port: filePorts[next] } : {}
}
