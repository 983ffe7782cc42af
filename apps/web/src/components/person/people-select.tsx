import { api, type Person } from '@millrace/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '../../lib/api/call-query.ts'
import { type Found, FoundSelect } from '../found-select/found-select.tsx'

interface Props {
  readonly label: string
  readonly description?: string
  readonly chosen: Person | null
  readonly error?: ReactNode
  readonly isRequired?: boolean
  readonly isClearable?: boolean
  readonly isLocked?: boolean
  readonly placeholder?: string
  readonly name?: string
  readonly onChoose: (person: Person | null) => void
}

/** A select for users who can work on tasks, with a search on the server. */
export function PeopleSelect({ chosen, isRequired, isClearable = false, placeholder, onChoose, ...props }: Props) {
  const { t } = useTranslation()
  return (
    <FoundSelect
      {...props}
      required={isRequired}
      clearable={isClearable}
      placeholder={placeholder ?? t('absences.searchPeople')}
      texts={{ none: t('absences.nothingFound'), failed: t('absences.searchFailed') }}
      useFound={useFoundPeople}
      chosen={chosen === null ? null : toChoice(chosen)}
      onChoose={(choice) => onChoose(choice === null ? null : toPerson(choice))}
    />
  )
}

function useFoundPeople(q: string): Found {
  const { data, isError, isPlaceholderData } = useQuery({
    ...callQuery(api.absences.findPeople, { query: { q } }),
    placeholderData: keepPreviousData,
  })
  return { choices: data?.map(toChoice), isError, isPlaceholderData }
}

/** Converts a user into an option. Equal names are distinguished by username. */
export function toChoice({ username, displayName }: Person) {
  return { value: username, label: username === displayName ? username : `${displayName} (${username})` }
}

export function toPerson({ value, label }: { readonly value: string; readonly label: string }): Person {
  const end = ` (${value})`
  return { username: value, displayName: label.endsWith(end) ? label.slice(0, -end.length) : label }
}
