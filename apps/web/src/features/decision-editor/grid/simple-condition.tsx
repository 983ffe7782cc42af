import { Checkbox, NativeSelect, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './cell-form.module.css'
import type { TableColumn } from './read-table.ts'
import { readChoices, readSimpleTest, type SimpleTest, type SimpleType, writeSimpleTest } from './simple-test.ts'

interface Props {
  readonly column: TableColumn
  readonly type: SimpleType
  readonly text: string
  readonly onType: (text: string) => void
}

type Operator = 'any' | 'true' | 'false' | 'oneOf' | 'noneOf' | 'in' | '=' | '<' | '<=' | '>' | '>='

const operators: Readonly<Record<SimpleType, readonly Operator[]>> = {
  number: ['any', '=', '<', '<=', '>', '>=', 'in'],
  date: ['any', '=', '<', '<=', '>', '>=', 'in'],
  string: ['any', 'oneOf', 'noneOf'],
  boolean: ['any', 'true', 'false'],
}

/** Edits a condition by an operator and its values. */
export function SimpleCondition({ column, type, text, onType }: Props) {
  const { t } = useTranslation()
  // What is typed may be no condition yet, such as `1.` on the way to `1.5`.
  const [test, setTest] = useState<SimpleTest>(() => readSimpleTest(text, type) ?? { kind: 'any' })
  const operator = operatorOf(test)
  const write = (next: SimpleTest) => {
    setTest(next)
    onType(writeSimpleTest(next, type))
  }
  return (
    <div className={classes.row}>
      <NativeSelect
        autoFocus
        size="xs"
        aria-label={t('decisionEditor.grid.operator')}
        value={operator}
        onChange={(event) => write(withOperator(test, event.currentTarget.value as Operator))}
        data={operators[type].map((value) => ({ value, label: t(`decisionEditor.grid.operators.${value}`) }))}
      />
      {operator === 'in' ? (
        <RangeFields type={type} test={test} onChange={write} />
      ) : operator === 'oneOf' || operator === 'noneOf' ? (
        <TextFields column={column} test={test} isNegated={operator === 'noneOf'} onChange={write} />
      ) : ['any', 'true', 'false'].includes(operator) ? null : (
        <TextInput
          size="xs"
          className={classes.value}
          aria-label={t('decisionEditor.grid.value')}
          placeholder={type === 'date' ? '2026-11-24' : '5000'}
          inputMode={type === 'number' ? 'decimal' : 'text'}
          value={test.kind === 'compare' ? test.value : ''}
          onChange={(event) => write({ kind: 'compare', operator: operator as '=', value: event.currentTarget.value })}
        />
      )}
    </div>
  )
}

function operatorOf(test: SimpleTest): Operator {
  switch (test.kind) {
    case 'any':
      return 'any'
    case 'compare':
      return test.operator
    case 'range':
      return 'in'
    case 'values':
      return test.isNegated
        ? 'noneOf'
        : test.values[0] === 'true' || test.values[0] === 'false'
          ? test.values[0]
          : 'oneOf'
  }
}

/** The same condition with another operator, with the values that it still has. */
function withOperator(test: SimpleTest, operator: Operator): SimpleTest {
  switch (operator) {
    case 'any':
      return { kind: 'any' }
    case 'true':
    case 'false':
      return { kind: 'values', values: [operator], isNegated: false }
    case 'oneOf':
    case 'noneOf':
      return { kind: 'values', values: test.kind === 'values' ? test.values : [], isNegated: operator === 'noneOf' }
    case 'in': {
      const value = test.kind === 'compare' ? test.value : ''
      return { kind: 'range', low: value, high: '', hasLow: true, hasHigh: true }
    }
    default:
      return {
        kind: 'compare',
        operator,
        value: test.kind === 'compare' ? test.value : test.kind === 'range' ? test.low : '',
      }
  }
}

interface FieldsProps {
  readonly test: SimpleTest
  readonly onChange: (test: SimpleTest) => void
}

function RangeFields({ type, test, onChange }: FieldsProps & Pick<Props, 'type'>) {
  const { t } = useTranslation()
  if (test.kind !== 'range') return null
  const change = (next: Partial<typeof test>) => onChange({ ...test, ...next })
  const number = type === 'number' ? 'decimal' : 'text'
  return (
    <>
      {(['low', 'high'] as const).map((end, at) => (
        <span key={end} className={classes.end}>
          {at === 0 ? null : t('decisionEditor.grid.to')}
          <TextInput
            size="xs"
            className={classes.value}
            aria-label={t(`decisionEditor.grid.${end}`)}
            inputMode={number}
            value={test[end]}
            onChange={(event) => change({ [end]: event.currentTarget.value })}
          />
        </span>
      ))}
      <div className={classes.includes}>
        <Checkbox
          size="xs"
          label={t('decisionEditor.grid.include', { value: test.low })}
          checked={test.hasLow}
          onChange={(event) => change({ hasLow: event.currentTarget.checked })}
        />
        <Checkbox
          size="xs"
          label={t('decisionEditor.grid.include', { value: test.high })}
          checked={test.hasHigh}
          onChange={(event) => change({ hasHigh: event.currentTarget.checked })}
        />
      </div>
    </>
  )
}

function TextFields({ column, test, isNegated, onChange }: FieldsProps & { column: TableColumn; isNegated: boolean }) {
  const { t } = useTranslation()
  const values = test.kind === 'values' ? test.values : []
  const choices = readChoices(column.allowed)
  const change = (next: readonly string[]) => onChange({ kind: 'values', values: next, isNegated })
  if (choices === null)
    return (
      <TagsInput
        size="xs"
        className={classes.texts}
        aria-label={t('decisionEditor.grid.values')}
        placeholder={values.length === 0 ? t('decisionEditor.grid.addValue') : undefined}
        acceptValueOnBlur
        comboboxProps={{ withinPortal: false }}
        value={[...values]}
        onChange={change}
      />
    )
  return (
    <div className={classes.choices}>
      {[...new Set([...choices, ...values])].map((choice) => (
        <Checkbox
          key={choice}
          size="xs"
          label={choice}
          checked={values.includes(choice)}
          onChange={(event) =>
            change(event.currentTarget.checked ? [...values, choice] : values.filter((one) => one !== choice))
          }
        />
      ))}
    </div>
  )
}
