import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { api, type TaskCandidate } from '@millrace/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '../../lib/api/call-query.ts'
import { narrowFound } from '../../lib/narrow-found.ts'

interface Props {
  readonly label: string
  /** Groups as well. */
  readonly withGroups?: boolean
  /** The error of the choice. */
  readonly error?: string | null
  /** Whether it is not what the dialog begins with. */
  readonly isQuiet?: boolean
  readonly onChoose: (chosen: TaskCandidate | null) => void
}

/** Milliseconds between the last key and the search. */
const pause = 200

/** A field that finds a user or group by name, on the server while the user types. */
export function PersonPicker({ label, withGroups = false, error = null, isQuiet = false, onChoose }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<TaskCandidate | null>(null)
  // The name of whoever is chosen stands in the field: nobody looks for that.
  const [q] = useDebouncedValue(chosen !== null && text === labelOf(chosen) ? '' : text.trim(), pause)
  const { data, isError, isPlaceholderData } = useQuery({
    ...callQuery(api.tasks.findCandidates, { query: { q } }),
    placeholderData: keepPreviousData,
  })
  const isFresh = data !== undefined && !isPlaceholderData && q === text.trim()
  const known = new Map(data?.filter(({ kind }) => withGroups || kind === 'user').map((one) => [optionOf(one), one]))
  const listed = (kind: TaskCandidate['kind'], group: string) => {
    const items = [...known.values()].filter((one) => one.kind === kind)
    return items.length === 0
      ? []
      : [{ group, items: items.map((one) => ({ value: optionOf(one), label: labelOf(one) })) }]
  }
  return (
    <Select
      label={label}
      placeholder={t('openTasks.searchPeople')}
      data-autofocus={isQuiet ? undefined : true}
      clearable={isQuiet}
      searchable
      data={[...listed('group', t('openTasks.groups')), ...listed('user', t('openTasks.users'))]}
      filter={narrowFound(isFresh)}
      nothingFoundMessage={isFresh ? t('openTasks.nothingFound') : null}
      value={chosen === null ? null : optionOf(chosen)}
      error={error ?? (isError ? t('openTasks.searchFailed') : null)}
      onSearchChange={setText}
      onChange={(next) => {
        const one = next === null ? null : (known.get(next) ?? null)
        setChosen(one)
        onChoose(one)
      }}
    />
  )
}

function optionOf({ kind, key }: TaskCandidate): string {
  return `${kind} ${key}`
}

function labelOf({ name, key }: TaskCandidate): string {
  return name === key ? name : `${name} (${key})`
}
