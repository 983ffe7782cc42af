import { Autocomplete, Button } from '@mantine/core'
import type { VariableName } from '@millrace/contract'
import { isVariableName } from '@millrace/contract/list-state'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallKey } from '../../../lib/api/call-query.ts'
import classes from './columns-menu.module.css'

/** The query of the variables in forms. */
export type VariableNamesQuery = UseQueryOptions<VariableName[], Error, VariableName[], CallKey>

interface Props {
  /** The offered names. Users can enter other names. */
  readonly names: VariableNamesQuery
  /** Whether it is a column already. */
  readonly has: (name: string) => boolean
  readonly onAdd: (name: string) => void
  /** User properties are offered, by key, instead of process variables. */
  readonly isOfProperties?: boolean
}

/** A dialog that asks for the name of a variable to show as a column. */
export function AddVariable({ names, has, onAdd, isOfProperties = false }: Props) {
  const { t } = useTranslation()
  const [noName, label, placeholder] = isOfProperties
    ? (['list.noPropertyName', 'list.propertyColumn', 'list.propertyName'] as const)
    : (['list.noVariableName', 'list.variableColumn', 'list.variableName'] as const)
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const add = (name: string) => {
    if (!isVariableName(name)) return setFault(t(noName))
    if (has(name)) return setFault(t('list.variableIsShown', { name }))
    setTyped('')
    setFault(null)
    onAdd(name)
  }
  const offered = (useQuery(names).data ?? []).filter(({ name }) => !has(name))
  const labels = new Map(offered.map(({ name, label }) => [name, label]))
  return (
    <form
      className={classes.add}
      onSubmit={(event) => {
        event.preventDefault()
        add(typed.trim())
      }}
    >
      <Autocomplete
        size="xs"
        className={classes.name}
        label={t(label)}
        placeholder={t(placeholder)}
        maxLength={200}
        limit={20}
        comboboxProps={{ withinPortal: false }}
        data={offered.map(({ name }) => name)}
        renderOption={({ option }) => (
          <span>
            {option.value}
            {labels.get(option.value) ? <span className={classes.quiet}> {labels.get(option.value)}</span> : null}
          </span>
        )}
        value={typed}
        error={fault}
        onChange={(value) => {
          setTyped(value)
          setFault(null)
        }}
        onOptionSubmit={add}
      />
      <Button size="xs" type="submit">
        {t('list.showVariable')}
      </Button>
    </form>
  )
}
