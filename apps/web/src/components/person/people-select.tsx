import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { api, type Person } from '@millrace/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '../../lib/api/call-query.ts'
import { narrowFound } from '../../lib/narrow-found.ts'

interface Props {
  readonly label: string
  readonly description: string
  readonly chosen: Person | null
  readonly error?: string | null
  readonly isRequired?: boolean
  readonly isClearable?: boolean
  readonly placeholder?: string
  readonly name?: string
  readonly onChoose: (person: Person | null) => void
}

/** Milliseconds between the last key and the search. */
const pause = 200

/** Finds somebody who can work at tasks by name: the server looks while it is typed. */
export function PeopleSelect({
  label,
  description,
  chosen,
  error = null,
  isRequired = false,
  isClearable = false,
  placeholder,
  name,
  onChoose,
}: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  // The name of whoever is chosen stands in the field: nobody looks for that.
  const [q] = useDebouncedValue(chosen !== null && text === labelOf(chosen) ? '' : text.trim(), pause)
  const { data, isError, isPlaceholderData } = useQuery({
    ...callQuery(api.absences.findPeople, { query: { q } }),
    placeholderData: keepPreviousData,
  })
  const isFresh = data !== undefined && !isPlaceholderData && q === text.trim()
  const known = new Map([...(data ?? []), ...(chosen === null ? [] : [chosen])].map((one) => [one.username, one]))
  return (
    <Select
      label={label}
      description={description}
      placeholder={placeholder ?? t('absences.searchPeople')}
      required={isRequired}
      clearable={isClearable}
      name={name}
      searchable
      data={[...known.values()].map((one) => ({ value: one.username, label: labelOf(one) }))}
      filter={narrowFound(isFresh)}
      nothingFoundMessage={isFresh ? t('absences.nothingFound') : null}
      value={chosen?.username ?? null}
      error={error ?? (isError ? t('absences.searchFailed') : null)}
      onSearchChange={setText}
      onChange={(next) => onChoose(next === null ? null : (known.get(next) ?? null))}
    />
  )
}

function labelOf({ username, displayName }: Person): string {
  return username === displayName ? username : `${displayName} (${username})`
}
