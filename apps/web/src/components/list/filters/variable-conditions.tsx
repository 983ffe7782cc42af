import { Button, NativeSelect, TextInput } from '@mantine/core'
import {
  readVariableFilter,
  type VariableFilter,
  variableOperators,
  variableTypes,
  writeVariableFilter,
} from '@millrace/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readDay } from '../moments.ts'
import type { FilterChoice } from './describe-filter.ts'
import classes from './filters.module.css'

interface Props {
  /** The conditions in the format of `writeVariableFilter`; incomplete ones are ignored. */
  readonly values: readonly string[]
  readonly fault: string | null
  readonly onChange: (values: readonly string[]) => void
  /** The variables that conditions can be about, each with its type. Left out: any, by name. */
  readonly choices?: readonly FilterChoice[] | undefined
}

const empty: VariableFilter = { name: '', type: 'text', operator: 'is', value: '' }

/** An editor for conditions on variables: name, type, operator and value. All conditions have to hold. */
export function VariableConditions({ values, fault, onChange, choices }: Props) {
  const { t } = useTranslation()
  const first = choices?.[0] === undefined ? empty : about(choices[0])
  const [rows, setRows] = useState<readonly VariableFilter[]>(() => {
    const set = values.flatMap((value) => readVariableFilter(value) ?? [])
    return set.length === 0 ? [first] : set.map(toEntry)
  })
  const change = (next: readonly VariableFilter[]) => {
    setRows(next)
    onChange(next.map((row) => writeVariableFilter(fromEntry(row))))
  }
  if (choices !== undefined && choices.length === 0) return <p className={classes.none}>{t('list.noChoices')}</p>
  return (
    <div className={classes.variables}>
      {rows.map((row, index) => (
        <Condition
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition is nothing but its place
          key={index}
          row={row}
          choices={choices}
          fault={index === rows.length - 1 ? fault : null}
          onChange={(next) => change(rows.map((one, place) => (place === index ? next : one)))}
          onRemove={rows.length === 1 ? null : () => change(rows.filter((_, place) => place !== index))}
        />
      ))}
      {rows.length < 5 ? (
        <Button size="xs" variant="subtle" onClick={() => change([...rows, first])}>
          {t(choices === undefined ? 'list.addVariable' : 'list.addProperty')}
        </Button>
      ) : null}
    </div>
  )
}

/** A condition on a variable of a known type, without its value. */
function about({ value: name, type = 'text' }: FilterChoice): VariableFilter {
  return { name, type, operator: variableOperators[type][0], value: type === 'flag' ? 'true' : '' }
}

const kinds = { text: 'list.asText', number: 'list.asNumber', flag: 'list.asFlag', instant: 'list.asInstant' } as const

function Condition({
  row,
  fault,
  choices,
  onChange,
  onRemove,
}: {
  row: VariableFilter
  choices: readonly FilterChoice[] | undefined
  fault: string | null
  onChange: (row: VariableFilter) => void
  onRemove: (() => void) | null
}) {
  const { t } = useTranslation()
  const { name, type, operator, value } = row
  return (
    <fieldset
      className={classes.condition}
      aria-label={
        name === '' ? t('list.variableName') : (choices?.find(({ value: key }) => key === name)?.label ?? name)
      }
    >
      {choices === undefined ? (
        <>
          <TextInput
            size="xs"
            aria-label={t('list.variableName')}
            placeholder={t('list.variableName')}
            autoComplete="off"
            maxLength={100}
            value={name}
            onChange={(event) => onChange({ ...row, name: event.currentTarget.value })}
          />
          <NativeSelect
            size="xs"
            aria-label={t('list.variableType')}
            value={type}
            data={variableTypes.map((kind) => ({ value: kind, label: t(kinds[kind]) }))}
            onChange={(event) => {
              const kind = variableTypes.find((one) => one === event.currentTarget.value) ?? 'text'
              onChange({ name, type: kind, operator: variableOperators[kind][0], value: kind === 'flag' ? 'true' : '' })
            }}
          />
        </>
      ) : (
        <NativeSelect
          size="xs"
          aria-label={t('list.propertyName')}
          value={name}
          data={[
            ...choices.map((choice) => ({ value: choice.value, label: choice.label })),
            ...(choices.some((choice) => choice.value === name) ? [] : [{ value: name, label: name }]),
          ]}
          onChange={(event) => {
            const chosen = choices.find((choice) => choice.value === event.currentTarget.value)
            if (chosen !== undefined) onChange(about(chosen))
          }}
        />
      )}
      <NativeSelect
        size="xs"
        aria-label={t('list.operator')}
        value={operator}
        data={variableOperators[type].map((one) => ({ value: one, label: t(`list.${one}`) }))}
        onChange={(event) => {
          const known: readonly VariableFilter['operator'][] = variableOperators[type]
          onChange({ ...row, operator: known.find((one) => one === event.currentTarget.value) ?? operator })
        }}
      />
      {type === 'flag' ? (
        <NativeSelect
          size="xs"
          aria-label={t('list.value')}
          value={value}
          error={fault}
          data={[
            { value: 'true', label: t('list.yes') },
            { value: 'false', label: t('list.no') },
          ]}
          onChange={(event) => onChange({ ...row, value: event.currentTarget.value })}
        />
      ) : (
        <TextInput
          size="xs"
          aria-label={t(type === 'instant' ? 'list.days' : 'list.value')}
          placeholder={type === 'instant' ? 'DD/MM/YYYY' : undefined}
          inputMode={type === 'number' ? 'decimal' : undefined}
          autoComplete="off"
          maxLength={100}
          value={value}
          error={fault}
          onChange={(event) => onChange({ ...row, value: event.currentTarget.value })}
        />
      )}
      {onRemove === null ? null : (
        <Button size="xs" variant="subtle" onClick={onRemove}>
          {t(choices === undefined ? 'list.removeVariable' : 'list.removeProperty')}
        </Button>
      )}
    </fieldset>
  )
}

/** Days are typed as people write them. */
function toEntry(filter: VariableFilter): VariableFilter {
  const [year, month, day] = filter.value.slice(0, 10).split('-')
  return filter.type === 'instant' ? { ...filter, value: `${day}/${month}/${year}` } : filter
}

function fromEntry(row: VariableFilter): VariableFilter {
  const value = row.value.trim()
  return { ...row, name: row.name.trim(), value: row.type === 'instant' ? (readDay(value) ?? '') : value }
}
