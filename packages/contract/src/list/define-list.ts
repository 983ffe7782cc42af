import type { designTexts } from '../messages/design-texts.ts'
import type { engineTexts } from '../messages/engine-texts.ts'
import type { pageTexts } from '../messages/page-texts.ts'
import type { firstTexts } from '../messages.ts'

type Texts = typeof firstTexts & typeof pageTexts & typeof designTexts & typeof engineTexts

/** The key of a text in the catalogue without placeholders: `common.name`. */
export type TextKey = { [Group in keyof Texts & string]: `${Group}.${PlainKey<Texts[Group]>}` }[keyof Texts & string]

type PlainKey<Group> = {
  [Key in keyof Group & string]: Key extends `${string}_one` | `${string}_other`
    ? never
    : Group[Key] extends `${string}{{${string}`
      ? never
      : Group[Key] extends string
        ? Key
        : never
}[keyof Group & string]

/**
 * The type of a column:
 * - `text`, `texts` (several), `number`, `instant` (a point in time), `day` (`2030-01-07`), `flag`
 * - `choice`: one of a few values, with texts in `labels`
 * - `person`: shown by name
 */
export type ColumnType = 'text' | 'texts' | 'number' | 'instant' | 'day' | 'flag' | 'choice' | 'person'

/** A column of a table and its export. Numbers are right-aligned, except those shown as texts. */
export interface ListColumn {
  readonly type: ColumnType
  readonly label: TextKey
  /** The label of a column that a user has added, such as a variable. */
  readonly ownLabel?: string
  /** The path of the value in a row, if it differs from the name of the column: `process.name`. */
  readonly value?: string
  /** Names the row: always shown, and first. */
  readonly isFixed?: true
  /** Whether the column is hidden until a user shows it. */
  readonly isHidden?: true
  /** The group of texts for the values of a choice: `status` for `status.active`. */
  readonly labels?: keyof Texts
}

/** Returns whether a column has numbers with aligned digits. */
export function isColumnOfDigits({ type, labels }: ListColumn): boolean {
  return type === 'number' && labels === undefined
}

/**
 * A filter:
 * - `text`: contains, equals or begins with
 * - `choice`: one or several of `values`, with texts in `labels`
 * - `reference`: one or several objects that the page knows by id and name
 * - `number`, `instant`, `day`: from and to
 * - `flag`: yes or no
 * - `variable`: conditions on process variables, all of which have to hold (`writeVariableFilter`)
 */
export type ListFilter = {
  readonly label: TextKey
  /**
   * The operators of the filter, if an index supports only some of those of its type. Addresses leave out the first
   * one.
   */
  readonly operators?: readonly Operator[]
} & (
  | { readonly type: 'reference' | 'number' | 'instant' | 'day' | 'flag' }
  | {
      readonly type: 'variable'
      /** Conditions on user properties instead. */
      readonly of?: 'userProperty'
    }
  | {
      readonly type: 'text'
      /** Several can be given, such as a column pasted from elsewhere: any of them will do. */
      readonly isList?: true
    }
  | { readonly type: 'choice'; readonly values: readonly string[]; readonly labels: keyof Texts }
)

/** The operators of a filter, by type. The first is the default, which addresses omit. */
export const operatorsOf = {
  text: ['contains', 'is', 'begins'],
  choice: ['is', 'not'],
  reference: ['is', 'not'],
  number: ['is', 'from', 'to'],
  instant: ['from', 'before'],
  day: ['from', 'before'],
  flag: ['is'],
  variable: ['is'],
} as const

export type Operator = (typeof operatorsOf)[keyof typeof operatorsOf][number]

/** A built-in view of a list: the query part of an address, with a name. */
export interface ListView {
  readonly label: TextKey
  readonly search: Readonly<Record<string, string>>
}

/**
 * The description of a list as plain data: its calls, SQL, address, page and export derive from it. Columns and sorts
 * of the same value have the same name.
 */
export interface ListDescription {
  /** The name for queries and calls: subject and name in `api`. */
  readonly name: `${string}.${string}`
  readonly columns: Readonly<Record<string, ListColumn>>
  /** The names of the sorts. */
  readonly sorts: readonly string[]
  /** The default order; a hyphen before a name means descending. */
  readonly order: readonly string[]
  readonly filters: Readonly<Record<string, ListFilter>>
  /** The placeholder of the search, which names the searched columns; missing when there is no search. */
  readonly search?: TextKey
  readonly views?: Readonly<Record<string, ListView>>
  /** Whether users can show variables as columns: variables of the process of a row, or user properties of its user. */
  readonly hasVariables?: true | 'userProperty'
  /** The limit of counting, if it differs from `listLimits.count` because counting rows of this list is expensive. */
  readonly countTo?: number
}

export function defineList<const L extends ListDescription>(list: L): L {
  return list
}

export type CallName<L extends ListDescription> = L['name'] extends `${string}.${infer Name}` ? Name : never

/** Returns the name of a list's call in its subject: `list` of `groups.list`. */
export function callNameOf<L extends ListDescription>({ name }: L): CallName<L> {
  return name.slice(name.indexOf('.') + 1) as CallName<L>
}

export type SortName<L extends ListDescription> = L['sorts'][number]
export type ColumnName<L extends ListDescription> = keyof L['columns'] & string
export type FilterName<L extends ListDescription> = keyof L['filters'] & string

/** Returns the operators of a filter, first the default one, which an address leaves out. */
export function listOperators({ type, operators = operatorsOf[type] }: ListFilter): readonly [Operator, ...Operator[]] {
  const [first, ...rest] = operators
  return first === undefined ? operatorsOf[type] : [first, ...rest]
}
