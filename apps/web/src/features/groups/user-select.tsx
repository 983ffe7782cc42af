import { api, type Person } from '@millrace/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Found, FoundSelect } from '../../components/found-select/found-select.tsx'
import { toChoice, toPerson } from '../../components/person/people-select.tsx'
import { callQuery } from '../../lib/api/call-query.ts'

interface Props {
  readonly label: string
  readonly chosen: Person | null
  readonly error?: ReactNode
  readonly isLocked?: boolean
  readonly onChoose: (person: Person | null) => void
}

/** A field for a user of the workplace, searched by name. */
export function UserSelect({ chosen, onChoose, ...props }: Props) {
  const { t } = useTranslation()
  return (
    <FoundSelect
      {...props}
      placeholder={t('groups.searchPeople')}
      texts={{ none: t('groups.nothingFound'), failed: t('groups.searchFailed') }}
      useFound={useUserChoices}
      chosen={chosen === null ? null : toChoice(chosen)}
      onChoose={(choice) => onChoose(choice === null ? null : toPerson(choice))}
    />
  )
}

function useUserChoices(q: string): Found {
  const { data, isError, isPlaceholderData } = useQuery({
    ...callQuery(api.users.list, { query: { q, size: 20 } }),
    placeholderData: keepPreviousData,
  })
  const choices = data?.items.map(({ username, firstName, lastName }) =>
    toChoice({ username, displayName: [firstName, lastName].filter(Boolean).join(' ') || username }),
  )
  return { choices, isError, isPlaceholderData }
}
