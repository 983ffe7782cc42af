import { TextInput } from '@mantine/core'
import { type FileConnection, fileTrusts, ftpsModes } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { AddressField } from './address-field.tsx'
import { ChoiceField } from './choice-field.tsx'
import { LineField } from './connection-parts.tsx'
import type { FolderProps } from './folder-fields.tsx'
import { PortField } from './server-fields.tsx'

/** The machine of a file connection: a host and a port, or a base URL. */
export function RemotePlaceFields({ settings, ...props }: FolderProps) {
  const { t } = useTranslation()
  const { isLocked, error, onChange } = props
  const set = (part: Partial<FileConnection>) => onChange({ settings: { ...settings, ...part } })
  const { place } = settings
  const isByHost = place === 'sftp' || place === 'ftps'
  return (
    <>
      {isByHost ? null : (
        <AddressField
          text={place === 's3' ? 's3Url' : 'webdavUrl'}
          name="baseUrl"
          placeholder={place === 's3' ? 'https://s3.example.org' : 'https://files.example.org/dav'}
          required
          isLocked={isLocked}
          error={error}
          value={settings.baseUrl}
          onValue={(baseUrl) => set({ baseUrl })}
        />
      )}
      <FieldGrid>
        {isByHost ? (
          <>
            <LineField
              {...props}
              name="host"
              placeholder="files.example.org"
              value={settings.host}
              onValue={(host) => set({ host })}
            />
            <PortField {...props} port={settings.port} onPort={(port) => set({ port })} />
          </>
        ) : null}
        {place === 's3' ? (
          <>
            <LineField {...props} name="bucket" value={settings.bucket} onValue={(bucket) => set({ bucket })} />
            <TextInput
              label={t('externalSystems.region')}
              description={t('externalSystems.regionHelp')}
              spellCheck={false}
              autoComplete="off"
              readOnly={isLocked}
              maxLength={63}
              value={settings.region}
              error={describeFaultOf(error, 'settings.region')}
              onChange={(event) => set({ region: event.currentTarget.value })}
            />
          </>
        ) : null}
        {place === 'ftps' ? (
          <ChoiceField
            label={t('externalSystems.ftpsMode')}
            values={ftpsModes}
            nameOf={(value) => t(`externalSystems.ftpsModes.${value}`)}
            value={settings.ftpsMode}
            isLocked={isLocked}
            onValue={(ftpsMode) => set({ ftpsMode, port: portOf(settings, ftpsMode) })}
          />
        ) : null}
        {place === 'sftp' ? null : (
          <ChoiceField
            label={t('externalSystems.trust')}
            values={fileTrusts}
            nameOf={(value) => t(`externalSystems.trusts.${value}`)}
            value={settings.trust}
            isLocked={isLocked}
            onValue={(trust) => set({ trust, hostKey: '' })}
          />
        )}
      </FieldGrid>
    </>
  )
}

const usualPorts = { explicit: 21, implicit: 990 } as const satisfies Record<FileConnection['ftpsMode'], number>

function portOf({ port, ftpsMode }: FileConnection, next: FileConnection['ftpsMode']): number {
  return port === usualPorts[ftpsMode] ? usualPorts[next] : port
}
