import IconTrash from 'icon:trash'
import { ActionIcon, Autocomplete, NativeSelect, TextInput } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Hint } from '../../../../components/hint/hint.tsx'
import classes from '../panel.module.css'
import { useDraft } from '../use-draft.ts'
import { usePanel } from '../use-panel.ts'
import type { KnownVariable } from '../variables/list-variables.ts'
import { type Clause, type Operator, operators, takesValue } from './clauses.ts'

interface Props {
  /** From 1. */
  readonly number: number
  readonly clause: Clause
  readonly onChange: (clause: Clause) => void
  readonly onRemove: () => void
}

/** Edits one line of a condition: variable, operator and value. */
export function ClauseRow({ number, clause, onChange, onRemove }: Props) {
  const { t } = useTranslation()
  const { canEdit, listVariables } = usePanel()
  const variables = listVariables()
  const variable = variables.find(({ name }) => name === clause.name)
  const rename = (name: string) => {
    const found = variables.find((one) => one.name === name)
    onChange({ ...clause, name, ...fit(clause, found) })
  }
  const draft = useDraft(clause.name, rename)
  return (
    <fieldset className={classes.clause}>
      <legend>{t('modeller.condition.line', { number })}</legend>
      <Autocomplete
        size="xs"
        aria-label={t('modeller.condition.variable', { number })}
        placeholder={t('modeller.condition.variablePlaceholder')}
        readOnly={!canEdit}
        autoComplete="off"
        data={variables.map(({ name }) => name)}
        limit={20}
        value={draft.text}
        onChange={draft.set}
        onOptionSubmit={(name) => {
          draft.forget()
          rename(name)
        }}
        onBlur={draft.leave}
        onKeyDown={draft.onKeyDown}
      />
      <NativeSelect
        size="xs"
        aria-label={t('modeller.condition.operator', { number })}
        disabled={!canEdit}
        data={operatorsOf(variable, clause).map((value) => ({
          value,
          label: t(`modeller.condition.operators.${value}`),
        }))}
        value={clause.operator}
        onChange={({ currentTarget }) => onChange({ ...clause, operator: currentTarget.value as Operator })}
      />
      {takesValue(clause.operator) ? (
        <ValueInput number={number} clause={clause} variable={variable} onChange={onChange} />
      ) : null}
      {canEdit ? (
        <Hint label={t('modeller.condition.remove', { number })}>
          <ActionIcon size="sm" aria-label={t('modeller.condition.remove', { number })} onClick={onRemove}>
            <IconTrash size={14} stroke={1.6} />
          </ActionIcon>
        </Hint>
      ) : null}
    </fieldset>
  )
}

function ValueInput({
  number,
  clause,
  variable,
  onChange,
}: Pick<Props, 'number' | 'clause' | 'onChange'> & { variable: KnownVariable | undefined }) {
  const { t } = useTranslation()
  const { canEdit } = usePanel()
  const list = useId()
  const label = t('modeller.condition.value', { number })
  const draft = useDraft(clause.value, (value) => onChange({ ...clause, value, kind: kindOf(value, variable, clause) }))
  if (variable?.type === 'flag' || clause.kind === 'flag')
    return (
      <NativeSelect
        size="xs"
        aria-label={label}
        disabled={!canEdit}
        data={(['true', 'false'] as const).map((value) => ({ value, label: t(`modeller.condition.flags.${value}`) }))}
        value={clause.value}
        onChange={({ currentTarget }) => onChange({ ...clause, value: currentTarget.value, kind: 'flag' })}
      />
    )
  const options = variable?.options ?? []
  return (
    <>
      <TextInput
        size="xs"
        aria-label={label}
        placeholder={t('modeller.condition.valuePlaceholder')}
        readOnly={!canEdit}
        autoComplete="off"
        list={options.length === 0 ? undefined : list}
        value={draft.text}
        onChange={(event) => draft.set(event.currentTarget.value)}
        onBlur={draft.leave}
        onKeyDown={draft.onKeyDown}
      />
      {options.length === 0 ? null : (
        <datalist id={list}>
          {options.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      )}
    </>
  )
}

/** What a clause becomes when it is about another variable. */
function fit(clause: Clause, variable: KnownVariable | undefined): Partial<Clause> {
  if (variable === undefined) return {}
  const operator = operatorsOf(variable, null).includes(clause.operator)
    ? clause.operator
    : (operatorsOf(variable, null)[0] ?? '=')
  if (variable.type === 'flag') return { operator, kind: 'flag', value: clause.kind === 'flag' ? clause.value : 'true' }
  const value = clause.kind === 'flag' ? '' : clause.value
  return { operator, value, kind: variable.type === 'number' ? 'number' : 'text' }
}

/** A number where the variable is one, or where nobody knows and it looks like one. */
function kindOf(value: string, variable: KnownVariable | undefined, { kind }: Clause): Clause['kind'] {
  if (variable?.type === 'text') return 'text'
  if (variable?.type === 'number') return 'number'
  return kind === 'flag' ? 'flag' : /^-?\d+(\.\d+)?$/.test(value) ? 'number' : 'text'
}

const byType: Readonly<Record<KnownVariable['type'], readonly Operator[]>> = {
  text: ['=', '!=', 'contains', 'isSet', 'isEmpty'],
  number: ['=', '!=', '<', '<=', '>', '>=', 'isSet', 'isEmpty'],
  flag: ['=', '!=', 'isSet', 'isEmpty'],
  // Their literals differ by language and by form: an expression says more than a line could.
  time: ['isSet', 'isEmpty'],
  list: ['isSet', 'isEmpty'],
  any: operators,
}

function operatorsOf(variable: KnownVariable | undefined, clause: Clause | null): readonly Operator[] {
  const known = byType[variable?.type ?? 'any']
  return clause === null || known.includes(clause.operator) ? known : [...known, clause.operator]
}
