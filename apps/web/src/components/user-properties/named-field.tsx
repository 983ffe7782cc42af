import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { api } from '@millrace/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '../../lib/api/call-query.ts'
import { narrowFound } from '../../lib/narrow-found.ts'
import type { PropertyFieldProps } from './property-field.tsx'

/** Milliseconds between the last key and the search. */
const pause = 200

interface Props extends PropertyFieldProps {
  readonly field: Pick<SelectProps, 'label' | 'description' | 'required' | 'placeholder' | 'error'>
}

/** A property whose value is a user or a group: the server searches while the user types. */
export function NamedField({ userId, property, value, field, onChange }: Props) {
  const { t } = useTranslation()
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const saved = property.value === '' ? null : { id: property.value, name: property.label ?? property.value }
  const nameOf = (id: string) => names[id] ?? (id === saved?.id ? saved.name : id)
  const typed = value !== '' && text === labelOf({ id: value, name: nameOf(value) }) ? '' : text.trim()
  const [q] = useDebouncedValue(typed, pause)
  const { data, isError, isPlaceholderData } = useQuery({
    ...callQuery(api.userProperties.findValuesOfUser, { params: { id: userId, key: property.key }, query: { q } }),
    placeholderData: keepPreviousData,
    enabled: isOpen,
  })
  const isFresh = data !== undefined && !isPlaceholderData && q === typed
  const found = new Map((data?.items ?? []).map((one) => [one.id, one]))
  if (value !== '') found.set(value, { id: value, name: nameOf(value) })
  return (
    <Select
      {...field}
      clearable
      searchable
      data={[...found.values()].map((one) => ({ value: one.id, label: labelOf(one) }))}
      filter={narrowFound(isFresh)}
      nothingFoundMessage={isFresh ? t('userProperties.nothingFound') : null}
      value={value === '' ? null : value}
      error={field.error ?? (isError ? t('userProperties.searchFailed') : null)}
      onDropdownOpen={() => setOpen(true)}
      onSearchChange={setText}
      onChange={(next) => {
        const chosen = next === null ? undefined : found.get(next)
        if (chosen !== undefined) setNames((before) => ({ ...before, [chosen.id]: chosen.name }))
        onChange(next ?? '')
      }}
    />
  )
}

function labelOf({ id, name }: { readonly id: string; readonly name: string }): string {
  return id === name ? id : `${name} (${id})`
}
