import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { narrowFound } from '../../lib/narrow-found.ts'

export interface Choice {
  readonly value: string
  readonly label: string
}

/** The results of a search; `choices` is undefined until the first answer. */
export interface Found {
  readonly choices: readonly Choice[] | undefined
  readonly isError: boolean
  /** Whether they are those of the text before. */
  readonly isPlaceholderData: boolean
}

interface Props extends Pick<SelectProps, 'description' | 'required' | 'name' | 'clearable'> {
  readonly label: string
  readonly placeholder: string
  /** The messages for no matches and for a failed search. */
  readonly texts: { readonly none: string; readonly failed: string }
  readonly chosen: Choice | null
  readonly error?: ReactNode
  readonly isLocked?: boolean
  /** Searches on the server for the typed text. */
  readonly useFound: (q: string) => Found
  /** Found, and not to be chosen. */
  readonly isLeftOut?: (choice: Choice) => boolean
  readonly onChoose: (choice: Choice | null) => void
}

/** Milliseconds between the last key and the search. */
const pause = 200

/** A select whose options the server finds by the typed text. */
export function FoundSelect({
  useFound,
  isLeftOut = () => false,
  chosen,
  isLocked = false,
  error,
  onChoose,
  texts,
  clearable = true,
  ...props
}: Props) {
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
      clearable={clearable && !isLocked}
      searchable
      data={[...known.values()]}
      filter={narrowFound(isFresh)}
      nothingFoundMessage={isFresh ? texts.none : null}
      value={chosen?.value ?? null}
      error={error ?? (found.isError ? texts.failed : null)}
      onSearchChange={setText}
      onChange={(next) => onChoose(next === null ? null : (known.get(next) ?? null))}
    />
  )
}
