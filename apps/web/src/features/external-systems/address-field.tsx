import { TextInput } from '@mantine/core'
import { externalLimits } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'

interface Props {
  /** The texts of the field. */
  readonly text:
    | 'baseUrl'
    | 'databaseFile'
    | 'tokenUrl'
    | 'folder'
    | 'sftpFolder'
    | 's3Folder'
    | 's3Url'
    | 'webdavFolder'
    | 'webdavUrl'
    | 'filePath'
    | 'listPath'
    | 'target'
    | 'path'
    | 'servers'
  /** The setting that it is. */
  readonly name: 'baseUrl' | 'tokenUrl' | 'database' | 'folder' | 'path' | 'target' | 'servers'
  readonly value: string
  readonly placeholder?: string
  readonly required?: boolean
  readonly isLocked: boolean
  readonly error: unknown
  readonly onValue: (value: string) => void
}

/** The field for an address: a URL, a folder or a file. */
export function AddressField({ text, name, value, placeholder, required = false, isLocked, error, onValue }: Props) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t(`externalSystems.${text}`)}
      description={t(`externalSystems.${text}Help`)}
      placeholder={placeholder}
      required={required}
      spellCheck={false}
      readOnly={isLocked}
      maxLength={externalLimits.address}
      value={value}
      error={describeFaultOf(error, `settings.${name}`)}
      onChange={(event) => onValue(event.currentTarget.value)}
    />
  )
}
