import {
  type ListDescription,
  type ListFilter,
  readVariableFilter,
  type SetFilter,
  type VariableType,
} from '@millrace/contract'
import type { Translate } from '../../../lib/i18n.ts'
import { presentMoment } from '../moments.ts'

/** An option of a filter for objects. */
export interface FilterChoice {
  readonly value: string
  readonly label: string
  /** For a variable that conditions can be about: as what its values compare. */
  readonly type?: VariableType
}

/** The options of filters for objects, by filter; undefined while a page has not loaded them. */
export type FilterChoices = Readonly<Record<string, readonly FilterChoice[] | undefined>>

/** Describes a filter as text: field, condition and value. */
export function describeFilter(
  list: ListDescription,
  { name, operator, values }: SetFilter,
  { choices, t }: { readonly choices: FilterChoices; readonly t: Translate },
): { readonly name: string; readonly value: string } {
  const filter = list.filters[name]
  if (filter === undefined) return { name, value: values.join(', ') }
  const labels = values.map((value) => presentFilterValue(filter, value, { choices: choices[name], t }))
  const last = labels.at(-1) ?? ''
  const joined = filter.type === 'variable' ? 'list.and' : 'list.or'
  const value = labels.length < 2 ? last : t(joined, { some: labels.slice(0, -1).join(', '), last })
  if (filter.type === 'variable') return { name: t(filter.label), value }
  return { name: `${t(filter.label)} ${t(`list.${operator}`)}`, value }
}

export function presentFilterValue(
  filter: ListFilter,
  value: string,
  { choices, t }: { readonly choices: readonly FilterChoice[] | undefined; readonly t: Translate },
): string {
  switch (filter.type) {
    case 'choice':
      return t(`${filter.labels}.${value}` as 'status.active')
    case 'instant':
    case 'day':
      return presentMoment(value, t)
    case 'flag':
      return t(value === 'true' ? 'list.yes' : 'list.no')
    case 'variable':
      return presentVariable(value, choices, t)
    default:
      return (
        choices?.find((choice) => choice.value === value)?.label ??
        (filter.type === 'reference' && choices !== undefined ? t('listViews.goneValue', { value }) : value)
      )
  }
}

function presentVariable(text: string, choices: readonly FilterChoice[] | undefined, t: Translate): string {
  const condition = readVariableFilter(text)
  if (condition === null) return text
  const { name, type, operator, value } = condition
  const shown =
    type === 'flag'
      ? t(value === 'true' ? 'list.yes' : 'list.no')
      : type === 'instant'
        ? presentMoment(value, t)
        : value
  const label = choices?.find((choice) => choice.value === name)?.label ?? name
  return t('list.variableIs', { name: label, operator: t(`list.${operator}`), value: shown })
}

/** Lists the options of a filter; null where the value is typed. */
export function listChoices(
  filter: ListFilter,
  choices: readonly FilterChoice[] | undefined,
  t: Translate,
): readonly FilterChoice[] | null {
  if (filter.type === 'reference') return choices ?? []
  const values = filter.type === 'choice' ? filter.values : filter.type === 'flag' ? ['true', 'false'] : null
  return values?.map((value) => ({ value, label: presentFilterValue(filter, value, { choices, t }) })) ?? null
}
