import { TextInput } from '@mantine/core'
import { externalLimits } from '@millrace/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type JdbcPlace, readJdbcUrl } from './read-jdbc-url.ts'

interface Props {
  readonly isLocked: boolean
  readonly onPlace: (place: JdbcPlace) => void
}

/**
 * A field that fills the fields of a database connection from a JDBC URL. The URL itself is not stored, because it may
 * contain a password.
 */
export function JdbcField({ isLocked, onPlace }: Props) {
  const { t } = useTranslation()
  const [url, setUrl] = useState('')
  const place = readJdbcUrl(url)
  if (isLocked) return null
  return (
    <TextInput
      label={t('externalSystems.jdbcUrl')}
      description={t('externalSystems.jdbcUrlHelp')}
      spellCheck={false}
      autoComplete="off"
      maxLength={externalLimits.address}
      value={url}
      error={url.trim() !== '' && place === null ? t('externalSystems.jdbcUrlUnknown') : null}
      onChange={({ currentTarget: { value } }) => {
        setUrl(value)
        const read = readJdbcUrl(value)
        if (read !== null) onPlace(read)
      }}
    />
  )
}
