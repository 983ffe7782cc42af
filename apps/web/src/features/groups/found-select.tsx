import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { narrowFound } from '../../lib/narrow-found.ts'

export interface Choice {
  readonly value: string
  readonly label: string
}

/** What the server has found for a text; `choices` is undefined until its first answer. */
export interface Found {
  readonly choices: readonly Choice[] | undefined
  readonly isError: boolean
  /** Whether they are those of the text before. */
  readonly isPlaceholderData: boolean
}

interface Props {
  readonly label: string
  readonly description?: ReactNode
  readonly placeholder: string
  readonly chosen: Choice | null
  readonly error?: ReactNode
  readonly isLocked?: boolean
  /** Asks the server for what is typed. */
  readonly useFound: (q: string) => Found
  /** Found, and not to be chosen. */
  readonly isLeftOut?: (choice: Choice) => boolean
  readonly onChoose: (choice: Choice | null) => void
}

/** Milliseconds between the last key and the search. */
const pause = 200

/** One of many that the server finds by what is typed. */
export function FoundSelect({
  useFound,
  isLeftOut = () => false,
  chosen,
  isLocked = false,
  error,
  onChoose,
  ...props
}: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  // The name of the chosen one is in the field: nobody searches for that.
  const [q] = useDebouncedValue(chosen !== null && text === chosen.label ? '' : text.trim(), pause)
  const found = useFound(q)
  const isFresh = found.choices !== undefined && !found.isPlaceholderData && q === text.trim()
  const choices = (found.choices ?? []).filter((one) => !isLeftOut(one))
  const known = new Map([...choices, ...(chosen === null ? [] : [chosen])].map((one) => [one.value, one]))
  return (
    <Select
      {...props}
      readOnly={isLocked}
      clearable={!isLocked}
      searchable
      data={[...known.values()]}
      filter={narrowFound(isFresh)}
      nothingFoundMessage={isFresh ? t('groups.nothingFound') : null}
      value={chosen?.value ?? null}
      error={error ?? (found.isError ? t('groups.searchFailed') : null)}
      onSearchChange={setText}
      onChange={(next) => onChoose(next === null ? null : (known.get(next) ?? null))}
    />
  )
}
