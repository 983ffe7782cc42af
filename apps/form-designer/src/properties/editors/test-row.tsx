import IconTrash from 'icon:trash'
import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DateInput } from '../../../../web/src/components/day-input/date-input.tsx'
import { optionsOf } from '../../model/describe-node.ts'
import type { NamedField } from '../../model/find-named.ts'
import { nameNode } from '../../model/names.ts'
import { hasValue, listOperators, type SimpleTest } from '../../model/simple-rule.ts'
import classes from './editors.module.css'
import { SmallButton } from './small-button.tsx'

interface Props {
  /** From 1. */
  readonly number: number
  readonly test: SimpleTest
  readonly fields: readonly NamedField[]
  readonly onChange: (test: SimpleTest) => void
  readonly onRemove: () => void
}

/** Edits one comparison of a rule: field, operator and value. */
export function TestRow({ number, test, fields, onChange, onRemove }: Props) {
  const { t } = useTranslation()
  const field = fields.find(({ key }) => key === test.name)
  const { kind, operators } = listOperators(field?.type ?? 'text')
  const choose = (name: string) => {
    const next = listOperators(fields.find(({ key }) => key === name)?.type ?? 'text')
    const operator = next.operators.includes(test.operator) ? test.operator : (next.operators[0] ?? 'filled')
    onChange({ name, operator, value: next.kind === 'flag' ? 'true' : '', kind: next.kind })
  }
  return (
    <div className={classes.test}>
      <NativeSelect
        size="xs"
        aria-label={t('designer.rule.field', { number })}
        value={test.name}
        data={fields.map((one) => ({ value: one.key, label: nameNode(one) }))}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <SmallButton Icon={IconTrash} label={t('designer.rule.remove', { number })} onClick={onRemove} />
      <NativeSelect
        size="xs"
        aria-label={t('designer.rule.operator', { number })}
        value={test.operator}
        data={operators.map((operator) => ({ value: operator, label: t(`designer.rule.operators.${operator}`) }))}
        onChange={(event) => {
          const operator = operators.find((one) => one === event.currentTarget.value) ?? test.operator
          onChange({ ...test, operator, kind, value: hasValue(operator) ? test.value : '' })
        }}
      />
      {hasValue(test.operator) ? renderValue() : null}
    </div>
  )

  function renderValue() {
    const label = t('designer.rule.value', { number })
    const change = (value: string) => onChange({ ...test, kind, value })
    const options = field === undefined ? [] : optionsOf(field)
    if (kind === 'flag' || options.length > 0)
      return (
        <NativeSelect
          size="xs"
          className={classes.when ?? ''}
          aria-label={label}
          value={test.value}
          data={[
            { value: '', label: t('designer.choose.choose') },
            ...(kind === 'flag'
              ? [
                  { value: 'true', label: t('common.yes') },
                  { value: 'false', label: t('common.no') },
                ]
              : options.map(({ value, label: text }) => ({ value, label: text }))),
          ]}
          onChange={(event) => change(event.currentTarget.value)}
        />
      )
    if (kind === 'day')
      return (
        <DateInput
          size="xs"
          className={classes.when ?? ''}
          label={label}
          isLabelHidden
          precision="day"
          value={test.value}
          onChange={change}
        />
      )
    return (
      <TextInput
        size="xs"
        className={classes.when ?? ''}
        aria-label={label}
        inputMode={kind === 'number' ? 'decimal' : undefined}
        value={test.value}
        onChange={(event) => change(event.currentTarget.value)}
      />
    )
  }
}
