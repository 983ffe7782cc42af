import { Button, Checkbox, NativeSelect, Radio, Textarea, TextInput } from '@mantine/core'
import {
  type ListFilter,
  listLimits,
  listOperators,
  type Operator,
  readVariableFilter,
  type SetFilter,
} from '@millrace/contract'
import { readValues } from '@millrace/contract/list-state'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Translate } from '../../../lib/i18n.ts'
import { lazyPart } from '../../lazy-part/lazy-part.tsx'
import { presentMoment, readDay, toDay } from '../moments.ts'
import { type FilterChoice, listChoices } from './describe-filter.ts'
import classes from './filters.module.css'
import { VariableConditions } from './variable-conditions.tsx'

/** A date picker. It is as large as the rest of a list, so it is loaded when a date is entered. */
const DayPicker = lazyPart(() => import('../../forms/fields/day-picker.tsx'))

interface Props {
  readonly name: string
  readonly filter: ListFilter
  readonly choices: readonly FilterChoice[] | undefined
  /** The present filter. */
  readonly set: SetFilter | null
  readonly onApply: (filter: SetFilter) => void
}

/** An editor for the condition and value of a filter. */
export function FilterEditor({ name, filter, choices, set, onApply }: Props) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  // It takes the place of what had the focus.
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-value] input, [data-value] textarea')?.focus(), [])
  const operators = listOperators(filter)
  const isOfVariables = filter.type === 'variable'
  const [operator, setOperator] = useState<Operator>(set?.operator ?? operators[0])
  const [values, setValues] = useState<readonly string[]>(() =>
    (set?.values ?? []).map((value) => toEntry(filter, value, t)),
  )
  const [fault, setFault] = useState<string | null>(null)
  const label = t(filter.label)
  const change = (next: readonly string[]) => {
    setValues(next)
    setFault(null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = fromEntries(filter, values, t)
    if (typeof read === 'string') setFault(read)
    else onApply({ name, operator, values: read })
  }
  return (
    <form
      ref={form}
      className={classes.editor}
      onSubmit={submit}
      noValidate
      aria-label={t('list.filterBy', { column: label })}
    >
      <strong>{label}</strong>
      {operators.length > 1 ? (
        <NativeSelect
          size="xs"
          aria-label={t('list.operator')}
          value={operator}
          data={operators.map((value) => ({ value, label: t(`list.${value}`) }))}
          onChange={(event) => setOperator(operators.find((one) => one === event.currentTarget.value) ?? operators[0])}
        />
      ) : null}
      <div data-value>
        {isOfVariables ? (
          <VariableConditions values={values} fault={fault} onChange={change} choices={choices} />
        ) : (
          <FilterValue
            filter={filter}
            label={label}
            choices={listChoices(filter, choices, t)}
            values={values}
            fault={fault}
            onChange={change}
          />
        )}
      </div>
      <Button type="submit" size="xs" variant="filled">
        {t('list.apply')}
      </Button>
    </form>
  )
}

interface ValueProps {
  readonly filter: ListFilter
  readonly label: string
  readonly choices: readonly FilterChoice[] | null
  readonly values: readonly string[]
  readonly fault: string | null
  readonly onChange: (values: readonly string[]) => void
}

function FilterValue({ filter, label, choices, values, fault, onChange }: ValueProps) {
  const { t } = useTranslation()
  const [value = ''] = values
  if (choices !== null && choices.length === 0) return <p className={classes.none}>{t('list.noChoices')}</p>
  if (filter.type === 'flag' && choices !== null)
    return (
      <Radio.Group aria-label={label} value={value} error={fault} onChange={(next) => onChange([next])}>
        <div className={classes.choices}>
          {choices.map((choice) => (
            <Radio key={choice.value} size="xs" value={choice.value} label={choice.label} />
          ))}
        </div>
      </Radio.Group>
    )
  if (choices !== null)
    return (
      <Checkbox.Group aria-label={label} value={[...values]} error={fault} onChange={onChange}>
        <div className={classes.choices}>
          {choices.map((choice) => (
            <Checkbox key={choice.value} value={choice.value} label={choice.label} />
          ))}
        </div>
      </Checkbox.Group>
    )
  if (isOfList(filter))
    return (
      <Textarea
        size="xs"
        aria-label={t('list.valuesOf')}
        description={t('list.valuesHelp')}
        autosize
        minRows={2}
        maxRows={8}
        value={values.join('\n')}
        error={fault}
        onChange={(event) => onChange(event.currentTarget.value.split('\n'))}
      />
    )
  return (
    <>
      <TextInput
        size="xs"
        aria-label={t(isOfDays(filter) ? 'list.days' : 'list.value')}
        placeholder={isOfDays(filter) ? 'DD/MM/YYYY' : undefined}
        inputMode={filter.type === 'number' ? 'decimal' : undefined}
        autoComplete="off"
        maxLength={255}
        value={value}
        error={fault}
        onChange={(event) => onChange([event.currentTarget.value])}
      />
      {isOfDays(filter) ? (
        <div className={classes.calendar}>
          <DayPicker
            value={readDay(value)}
            today={toDay('today', new Date())}
            locale="en"
            onChoose={(day) => onChange([day.split('-').reverse().join('/')])}
          />
        </div>
      ) : null}
    </>
  )
}

/** Returns whether it is asked for by days. */
function isOfDays({ type }: ListFilter): boolean {
  return type === 'instant' || type === 'day'
}

function isOfList(filter: ListFilter): boolean {
  return filter.type === 'text' && filter.isList === true
}

/** Reads typed or pasted values, separated by lines, commas, semicolons or tabs. */
function readList(entries: readonly string[], t: Translate): readonly string[] | string {
  const values = [...new Set(entries.flatMap((entry) => entry.split(/[\n,;\t]/)).map((entry) => entry.trim()))]
  const given = values.filter((value) => value !== '')
  if (given.length === 0 || given.some((value) => value.length > listLimits.value)) return t('list.noValue')
  return given.length > listLimits.pasted ? t('list.tooManyValues', { most: listLimits.pasted }) : given
}

/** Returns a value of an address as it is typed: days as DD/MM/YYYY, words as they are said. */
function toEntry(filter: ListFilter, value: string, t: Translate): string {
  return isOfDays(filter) ? presentMoment(value, t) : value
}

const days = ['today', 'today+1'] as const

/** @returns what is wrong with the entries, as a sentence. */
function fromEntries(filter: ListFilter, entries: readonly string[], t: Translate): readonly string[] | string {
  if (filter.type === 'choice' || filter.type === 'reference')
    return entries.length === 0 ? t('list.nothingChosen') : entries
  if (filter.type === 'variable')
    return entries.length > 0 && entries.every((entry) => readVariableFilter(entry) !== null)
      ? entries
      : t('list.noValue')
  if (isOfList(filter)) return readList(entries, t)
  const entry = entries[0]?.trim() ?? ''
  if (entry === '') return t(filter.type === 'flag' ? 'list.nothingChosen' : 'list.noValue')
  if (!isOfDays(filter))
    return readValues(filter, entry) ?? t(filter.type === 'number' ? 'list.invalidNumber' : 'list.noValue')
  const words = (filter.type === 'day' ? days : ['now', ...days]).find(
    (word) => presentMoment(word, t).toLowerCase() === entry.toLowerCase(),
  )
  const moment = words ?? readDay(entry)
  return moment === null ? t('list.invalidDay') : [moment]
}
