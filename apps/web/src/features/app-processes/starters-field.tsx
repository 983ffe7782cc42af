import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { Pill, TagsInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { api, limits } from '@millrace/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '../../lib/api/call-query.ts'
import { narrowFound } from '../../lib/narrow-found.ts'
import classes from './app-processes.module.css'

interface Props {
  readonly kind: 'user' | 'group'
  readonly label: string
  /** User names or keys of groups, with commas between them. */
  readonly value: string
  readonly isLocked: boolean
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

/** Milliseconds after the last key until somebody is looked for. */
const delay = 200

/** As many as the server finds in one call. */
const maxNamed = 100

/**
 * A field for the users or groups who may start a process: found by a part of their name, or typed, because they may be
 * created later.
 */
export function StartersField({ kind, label, value, isLocked, error, onChange }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [q] = useDebouncedValue(text.trim().slice(0, 100), delay)
  const found = useQuery({
    ...callQuery(api.appProcesses.people, { query: { kind, q } }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  const keys = splitKeys(value)
  const fits = fitsStarters(value)
  const named = useQuery({
    ...callQuery(api.appProcesses.people, { query: { kind, keys: keys.slice(0, maxNamed).join(',') } }),
    enabled: keys.length > 0 && fits,
    placeholderData: keepPreviousData,
  })
  const names = new Map([...(found.data?.items ?? []), ...(named.data?.items ?? [])].map(({ id, name }) => [id, name]))
  return (
    <TagsInput
      label={label}
      description={t('appProcesses.startersHelp')}
      placeholder={keys.length === 0 && !isLocked ? t('appProcesses.searchStarters') : ''}
      readOnly={isLocked}
      acceptValueOnBlur
      data={(found.data?.items ?? []).map(({ id }) => id)}
      filter={narrowFound(!found.isPlaceholderData && q === text.trim().slice(0, 100), ({ value: key }) =>
        [key, names.get(key)].join(' '),
      )}
      renderPill={({ value: key = '', onRemove }) => (
        <Pill title={key} withRemoveButton={!isLocked} {...(onRemove === undefined ? {} : { onRemove })}>
          {names.get(key) ?? key}
        </Pill>
      )}
      renderOption={({ option }) => <Starter id={option.value} name={names.get(option.value)} />}
      searchValue={text}
      onSearchChange={setText}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      value={keys}
      error={fits ? error : t('appProcesses.startersTooLong', { most: limits.starters })}
      onChange={(next) => {
        // Pasting into a field that is only read comes here too.
        if (!isLocked) onChange(next.join(', '))
      }}
    />
  )
}

/**
 * Returns whether the users or groups are within the limit of their length. Longer entries stay in the field, and are
 * not saved.
 */
export function fitsStarters(value: string): boolean {
  return value.length <= limits.starters
}

function Starter({ id, name = id }: { id: string; name: string | undefined }) {
  return (
    <span className={classes.starter}>
      {name}
      {name === id ? null : <code>{id}</code>}
    </span>
  )
}

function splitKeys(value: string): string[] {
  return [...new Set(value.split(',').map((key) => key.trim()))].filter((key) => key !== '')
}
