import IconSearch from 'icon:search'
import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Milliseconds between the last key and the search. */
const delay = 250

interface Props {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly label: string
  readonly placeholder?: string
  readonly size?: 'xs' | 'sm'
  readonly className?: string | undefined
}

/** A search input that searches while the user types. Escape clears it. */
export function SearchInput({ value, onChange, label, placeholder = label, size = 'sm', className }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  // The address may change by other means: the browser's Back, or clearing all filters.
  if (value !== known) {
    setKnown(value)
    setText(value)
  }
  const send = useDebouncedCallback((next: string) => {
    setKnown(next)
    onChange(next)
  }, delay)
  const clear = () => {
    send.cancel()
    setText('')
    setKnown('')
    onChange('')
  }
  return (
    <TextInput
      type="search"
      size={size}
      className={className}
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        send(event.currentTarget.value.trim())
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text !== '') clear()
      }}
      leftSection={<IconSearch size={16} stroke={1.6} />}
      rightSection={text === '' ? null : <CloseButton size="sm" aria-label={t('common.clearSearch')} onClick={clear} />}
    />
  )
}
