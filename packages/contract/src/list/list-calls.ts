import { z } from 'zod'
import { type Audience, type Call, defineCall } from '../call.ts'
import type { LiveTopic } from '../live-topics.ts'
import { timeZoneName } from '../time-zone.ts'
import {
  type CallName,
  callNameOf,
  type FilterName,
  type ListDescription,
  type ListFilter,
  type Operator,
  type SortName,
} from './define-list.ts'
import { listLimits } from './list-limits.ts'
import {
  isDay,
  isInstant,
  listParameters,
  readSort,
  readValues,
  readVariableNames,
  type SetFilter,
  type SortKey,
} from './list-state.ts'

/** The validated query of a list. */
export interface ListQuery {
  readonly q: string
  readonly sort: readonly SortKey[]
  /** Filters with absolute times: the browser resolves words and days of an address. */
  readonly filters: readonly SetFilter[]
  /** Names of variables that are shown as columns; only of a list that has them. */
  readonly variables?: readonly string[]
}

export interface PageQuery extends ListQuery {
  readonly size: number
  readonly after?: string | undefined
  readonly before?: string | undefined
}

export interface ExportQuery extends ListQuery {
  readonly format: ExportFormat
  /** Names of columns in their order. */
  readonly columns: readonly string[]
  readonly timeZone: string
}

export const exportFormats = ['csv', 'xlsx'] as const

export type ExportFormat = (typeof exportFormats)[number]

type SortText<L extends ListDescription> = SortName<L> | `-${SortName<L>}` | `${string},${string}`

/** The filters and sort order of a list in a call. */
export type Narrowing<L extends ListDescription> = {
  readonly q?: string
  readonly sort?: SortText<L>
  readonly vars?: string
} & {
  readonly [P in FilterName<L> | `${FilterName<L>}.${Operator}`]?: string
}

export interface ListPlace<Row extends z.ZodType> {
  readonly path: `/${string}`
  readonly summary: string
  readonly tag: string
  readonly audience: Audience
  /** The topics of changes that make the page and the count out of date, in addition to calls that touch them. */
  readonly follows?: readonly LiveTopic[]
  readonly row: Row
}

/**
 * Creates the three calls of a list, named after it: `list` returns a page, `listCount` the number of rows,
 * `listExport` all of them as a file.
 */
export function listCalls<const L extends ListDescription, Row extends z.ZodType, const A extends Audience>(
  list: L,
  { path, summary, tag, audience, follows, row }: ListPlace<Row> & { readonly audience: A },
): ListCalls<CallName<L>, L, Row, A> {
  const name = callNameOf(list)
  const what = summary.replace(/\.$/, '')
  const get = { method: 'GET', tag, audience } as const
  const shown = follows === undefined ? get : ({ ...get, follows } as const)
  return {
    [name]: defineCall({ ...shown, path, summary, query: pageQuery(list), answer: pageOf(row) }),
    [`${name}Count`]: defineCall({
      ...shown,
      path: `${path}/count`,
      summary: `${what}: number of rows.`,
      query: countQuery(list),
      answer: listCount,
    }),
    [`${name}Export`]: defineCall({
      ...get,
      path: `${path}/export`,
      summary: `${what}: all rows as a CSV or XLSX file.`,
      query: exportQuery(list),
      answer: 'file',
      isLong: true,
      errors: ['list.too-long'],
    }),
  } as ListCalls<CallName<L>, L, Row, A>
}

type ListCalls<Name extends string, L extends ListDescription, Row extends z.ZodType, A extends Audience> = {
  readonly [N in Name]: ListCall<L, Row, A>
} & { readonly [N in `${Name}Count`]: CountCall<L, A> } & { readonly [N in `${Name}Export`]: ExportCall<L, A> }

/** The calls of a list, by the type of its rows. */
export type CallsOfList<L extends ListDescription, Row> = ListCalls<CallName<L>, L, z.ZodType<Row>, Audience>

interface Get<A extends Audience> extends Call {
  readonly method: 'GET'
  readonly audience: A
}

/** A call that returns a page: the first one, or the one after or before a mark of another page. */
export interface ListCall<L extends ListDescription, Row extends z.ZodType, A extends Audience = Audience>
  extends Get<A> {
  readonly query: ReturnType<typeof pageQuery<L>>
  readonly answer: ReturnType<typeof pageOf<Row>>
}

/** The call of a list, by the type of its rows. */
export type PageCall<L extends ListDescription, Row> = ListCall<L, z.ZodType<Row>>

export interface CountCall<L extends ListDescription, A extends Audience = Audience> extends Get<A> {
  readonly query: ReturnType<typeof countQuery<L>>
  readonly answer: typeof listCount
}

export interface ExportCall<L extends ListDescription, A extends Audience = Audience> extends Get<A> {
  readonly query: ReturnType<typeof exportQuery<L>>
  readonly answer: 'file'
}

/**
 * Creates the schema of a page. Marks are null where no page follows or precedes. `from` is the number of its first
 * row, counted from 1.
 */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({
    items: z.array(row),
    from: z.number().int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
  })
}

/** `isCapped`: there are more than `total`. `isPartial`: an order or filter could look at the first rows only. */
const listCount = z.object({ total: z.number().int(), isCapped: z.boolean(), isPartial: z.boolean() })

export type ListCount = z.output<typeof listCount>

function pageQuery<L extends ListDescription>(list: L) {
  const cursor = z
    .string()
    .max(listLimits.cursor)
    .regex(/^[\w-]+$/, 'Expected a mark that a page of this list gave.')
  return narrowing(list, {
    size: z.coerce.number<number>().int().min(1).max(listLimits.maxSize).default(listLimits.size),
    after: cursor.optional(),
    before: cursor.optional(),
  }) as z.ZodType<PageQuery, Narrowing<L> & { size?: number; after?: string; before?: string }>
}

function countQuery<L extends ListDescription>(list: L) {
  return narrowing(list, {}) as z.ZodType<ListQuery, Narrowing<L>>
}

function exportQuery<L extends ListDescription>(list: L) {
  const shown = Object.keys(list.columns).filter((name) => list.columns[name]?.isHidden !== true)
  return narrowing(list, {
    format: z.enum(exportFormats),
    columns: z
      .string()
      .transform((text) => text.split(','))
      .refine((names) => names.every((name) => Object.hasOwn(list.columns, name)), 'Expected names of columns.')
      .default(shown),
    timeZone: timeZoneName.default('UTC'),
  }) as z.ZodType<ExportQuery, Narrowing<L> & { format: ExportFormat; columns?: string; timeZone?: string }>
}

/** Search, order and filters of a list, with what else its call takes. */
function narrowing(list: ListDescription, more: z.ZodRawShape): z.ZodType {
  const parameters = listParameters(list)
  const filters = Object.fromEntries(parameters.map(({ parameter, name }) => [parameter, filterText(list, name)]))
  return z
    .object({
      ...more,
      q: z
        .string()
        .trim()
        .max(listLimits.search)
        .regex(/^[^\0]*$/)
        .default(''),
      sort: z
        .string()
        .refine((text) => readSort(list, text) !== null, describeSorts(list))
        .optional(),
      ...(list.hasVariables ? { vars: variableNames } : {}),
      ...filters,
    })
    .transform((given: Record<string, unknown>) => {
      const { q, sort, vars, ...rest } = given
      const own = Object.keys(more).map((name) => [name, rest[name]])
      return {
        ...Object.fromEntries(own),
        q,
        sort: readSort(list, sort as string | undefined) ?? [],
        ...(list.hasVariables ? { variables: readVariableNames(vars as string | undefined) ?? [] } : {}),
        filters: parameters.flatMap(({ parameter, name, operator }) => {
          const values = readValues(list.filters[name], rest[parameter] as string | undefined)
          return values === null ? [] : [{ name, operator, values }]
        }),
      }
    })
}

const variableNames = z
  .string()
  .refine(
    (text) => text === '' || readVariableNames(text) !== null,
    `Expected at most ${listLimits.variables} names of variables, with commas between them.`,
  )
  .optional()

function filterText(list: ListDescription, name: string) {
  const filter = list.filters[name]
  const values = filter?.type === 'choice' ? `: ${filter.values.join(', ')}` : ''
  return z
    .string()
    .refine(
      (text) => text === '' || (filter !== undefined && isAsked(filter, text)),
      `Expected ${expected[filter?.type ?? 'text']}${values}.`,
    )
    .optional()
}

/**
 * Returns whether a call can be asked for it: what days and words mean where somebody looks is the browser's business.
 */
function isAsked(filter: ListFilter, text: string): boolean {
  if (filter.type === 'instant') return isInstant(text)
  return filter.type === 'day' ? isDay(text) : readValues(filter, text) !== null
}

const expected = {
  text: 'a text of at most 255 characters',
  choice: 'one or several of these, with commas between them',
  reference: 'one or several ids, with commas between them',
  number: 'a number',
  day: 'a day such as 2030-01-07',
  instant: 'an instant such as 2030-01-07T09:00:00Z',
  flag: 'true or false',
  variable: 'conditions such as from:number:amount:100, with commas between them',
} as const

function describeSorts({ sorts }: ListDescription): string {
  return `Expected at most ${listLimits.sorts} of ${sorts.join(', ')}, with commas between them and a hyphen before what descends.`
}
