import { Select } from '@mantine/core'
import { api, type TaskCandidate } from '@millrace/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '../../lib/api/call-query.ts'

interface Props {
  readonly label: string
  /** Groups as well. */
  readonly withGroups?: boolean
  readonly error?: string | null
  readonly onChoose: (chosen: TaskCandidate | null) => void
}

/** Finds somebody, or a group, by name: the server looks for them while it is typed. */
export function PersonPicker({ label, withGroups = false, error = null, onChoose }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [value, setValue] = useState<string | null>(null)
  const { data = [] } = useQuery({
    ...callQuery(api.tasks.findCandidates, { query: { q: text } }),
    placeholderData: keepPreviousData,
  })
  const known = new Map(data.filter(({ kind }) => withGroups || kind === 'user').map((one) => [optionOf(one), one]))
  const options = (kind: TaskCandidate['kind']) =>
    [...known.values()].filter((one) => one.kind === kind).map((one) => ({ value: optionOf(one), label: labelOf(one) }))
  const groups = options('group')
  return (
    <Select
      label={label}
      placeholder={t('openTasks.searchPeople')}
      data-autofocus
      searchable
      data={[
        ...(groups.length > 0 ? [{ group: t('openTasks.groups'), items: groups }] : []),
        { group: t('openTasks.users'), items: options('user') },
      ]}
      // The server has looked already.
      filter={({ options: all }) => all}
      nothingFoundMessage={t('openTasks.nothingFound')}
      value={value}
      error={error}
      onSearchChange={setText}
      onChange={(next) => {
        setValue(next)
        onChoose(next === null ? null : (known.get(next) ?? null))
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
