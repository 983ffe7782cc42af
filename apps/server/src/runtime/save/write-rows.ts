import type { Statement } from '../../platform/db/batch.ts'

/** A column to write: its name, PostgreSQL type, and the value to send for each row. */
export interface WriteColumn<Row, Given = undefined> {
  readonly column: string
  /** `text[]` values travel as array literals, because `unnest` would flatten a list of lists. */
  readonly type: string
  readonly value: (row: Row, given: Given) => unknown
}

/**
 * Up to this many rows a statement names each value, with one text for each number of rows: PostgreSQL then settles on
 * one plan for good, where it would plan a statement over arrays again each time. More rows travel as arrays.
 */
const namedRows = 4

/** As many are made ready for the way in a few milliseconds. More are several statements. */
const maxRows = 1000

/** Columns that have the same value in all rows. */
export type Fixed = readonly (readonly [column: string, type: string, value: unknown])[]

/**
 * Returns the statement that inserts rows. `fixed` columns have the same value in all rows, and `suffix` follows the
 * rows, such as `on conflict …`. Columns that are null in every row are left out, because most rows fill half of
 * theirs.
 */
export function insertRows<Row>(
  table: string,
  fixed: Fixed,
  columns: readonly WriteColumn<Row>[],
  rows: readonly Row[],
  suffix = '',
): Statement[] {
  return insertRowsOf(undefined, { table, fixed, columns, rows, suffix })
}

/** Returns the statement that inserts rows whose columns also use data that is `given` for all of them. */
export function insertRowsOf<Row, Given>(
  given: Given,
  { table, fixed, columns, rows, suffix = '' }: Insertion<Row, Given>,
): Statement[] {
  if (rows.length > namedRows) {
    const name = `${table}_${verbOf(suffix)}_many_${fixed.length}_${columns.length}_0`
    const text = textFor(name, () => insertManyText(table, fixed, columns, suffix))
    const first = fixed.map(([, , value]) => value)
    return portionsOf(rows).map((some) => new RowsStatement({ name, text, first, columns, rows: some, given }))
  }
  const values: unknown[] = fixed.map(([, , value]) => value)
  const read = rows.map((row) => columns.map(({ value }) => value(row, given) ?? null))
  const { filled, mask } = filledColumns(columns.length, read)
  for (const row of read) for (const index of filled) values.push(row[index])
  // The same columns always stand in the same order, so their number tells them apart.
  const name = `${table}_${verbOf(suffix)}_${rows.length}_${fixed.length}_${columns.length}_${mask.toString(36)}`
  const text = textFor(name, () => {
    const own = columns.filter((_, index) => filled.includes(index))
    return insertText(table, fixed, own, rows.length, suffix)
  })
  return [{ name, text, values }]
}

interface Insertion<Row, Given> {
  readonly table: string
  readonly fixed: Fixed
  readonly columns: readonly WriteColumn<Row, Given>[]
  readonly rows: readonly Row[]
  readonly suffix?: string
}

function portionsOf<Row>(rows: readonly Row[]): (readonly Row[])[] {
  if (rows.length <= maxRows) return [rows]
  return Array.from({ length: Math.ceil(rows.length / maxRows) }, (_, index) =>
    rows.slice(index * maxRows, (index + 1) * maxRows),
  )
}

/**
 * Its values are made when they are asked for: of tens of thousands of rows, all at once would keep everybody waiting.
 */
class RowsStatement<Row, Given> implements Statement {
  readonly name: string
  readonly text: string
  readonly isLong = true
  readonly #first: readonly unknown[]
  readonly #columns: readonly WriteColumn<Row, Given>[]
  readonly #rows: readonly Row[]
  readonly #given: Given

  constructor({
    name,
    text,
    first,
    columns,
    rows,
    given,
  }: Pick<Statement, 'name' | 'text'> & {
    /** The first values, which all rows share. */
    readonly first: readonly unknown[]
    readonly columns: readonly WriteColumn<Row, Given>[]
    readonly rows: readonly Row[]
    readonly given: Given
  }) {
    this.name = name
    this.text = text
    this.#first = first
    this.#columns = columns
    this.#rows = rows
    this.#given = given
  }

  get values(): readonly unknown[] {
    return [...this.#first, ...this.#columns.map(({ value }) => this.#rows.map((row) => value(row, this.#given)))]
  }
}

function verbOf(suffix: string): string {
  return suffix === '' ? 'insert' : 'upsert'
}

/** Places of the columns that are not null in every row. Each step comes here for every table that it writes. */
function filledColumns(
  count: number,
  read: readonly (readonly unknown[])[],
): { readonly filled: readonly number[]; readonly mask: number } {
  const filled: number[] = []
  let mask = 0
  for (let index = 0; index < count; index++) {
    for (const row of read) {
      if (row[index] === null) continue
      filled.push(index)
      mask += 2 ** index
      break
    }
  }
  return { filled, mask }
}

function insertText<Row, Given>(
  table: string,
  fixed: Fixed,
  columns: readonly WriteColumn<Row, Given>[],
  count: number,
  suffix: string,
): string {
  const first = fixed.map(([, type], index) => `$${index + 1}::${type}`)
  const values = Array.from({ length: count }, (_, row) => {
    const own = columns.map(({ type }, index) => `$${fixed.length + row * columns.length + index + 1}::${type}`)
    return `(${[...first, ...own].join(', ')})`
  })
  return `insert into ${table} (${names(fixed, columns)}) values ${values.join(', ')} ${suffix}`
}

function insertManyText<Row, Given>(
  table: string,
  fixed: Fixed,
  columns: readonly WriteColumn<Row, Given>[],
  suffix: string,
): string {
  const first = fixed.map(([, type], index) => `$${index + 1}::${type}`)
  const sent = columns.map(({ type }, index) => `$${fixed.length + index + 1}::${sentType(type)}[]`)
  const read = columns.map(({ column, type }) => (type === 'text[]' ? `u.${column}::text[]` : `u.${column}`))
  return `insert into ${table} (${names(fixed, columns)}) select ${[...first, ...read].join(', ')}
    from unnest(${sent.join(', ')}) as u (${columns.map(({ column }) => column).join(', ')}) ${suffix}`
}

function names<Row, Given>(fixed: Fixed, columns: readonly WriteColumn<Row, Given>[]): string {
  return [...fixed.map(([column]) => column), ...columns.map(({ column }) => column)].join(', ')
}

/** Returns the statement that updates rows by workplace and id; the first column has to be the id. */
export function updateRows<Row>(
  table: string,
  workplaceId: string,
  columns: readonly WriteColumn<Row>[],
  rows: readonly Row[],
): Statement[] {
  const [, ...changed] = columns
  if (rows.length > namedRows) return updateMany(table, workplaceId, columns, rows)
  const name = `${table}_update_${columns.length}`
  const text = textFor(name, () => {
    const assignments = changed.map(({ column, type }, index) => `${column} = $${index + 3}::${type}`)
    return `update ${table} set ${assignments.join(', ')} where workplace_id = $1 and id = $2`
  })
  return rows.map((row) => ({
    name,
    text,
    values: [workplaceId, ...columns.map(({ value }) => value(row, undefined))],
  }))
}

/** Returns the statement that deletes rows by workplace and id, or by other key columns. */
export function deleteRows(table: string, workplaceId: string, ids: readonly string[], column = 'id'): Statement {
  if (ids.length > namedRows) {
    return {
      name: `${table}_delete_many`,
      text: `delete from ${table} where workplace_id = $1 and ${column} = any($2::uuid[])`,
      values: [workplaceId, ids],
    }
  }
  const name = `${table}_delete_${ids.length}`
  const text = textFor(
    name,
    () =>
      `delete from ${table} where workplace_id = $1 and ${column} in (${ids.map((_, index) => `$${index + 2}`).join(', ')})`,
  )
  return { name, text, values: [workplaceId, ...ids] }
}

export function arrayLiteral(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`
}

function updateMany<Row>(
  table: string,
  workplaceId: string,
  columns: readonly WriteColumn<Row>[],
  rows: readonly Row[],
): Statement[] {
  const name = `${table}_update_many_${columns.length}`
  const text = textFor(name, () => {
    const sent = columns.map(({ type }, index) => `$${index + 2}::${sentType(type)}[]`)
    const assignments = columns
      .slice(1)
      .map(({ column, type }) => `${column} = u.${column}${type === 'text[]' ? '::text[]' : ''}`)
    return `update ${table} t set ${assignments.join(', ')} from unnest(${sent.join(', ')}) as u (${columns.map(({ column }) => column).join(', ')})
      where t.workplace_id = $1 and t.id = u.id`
  })
  const first = [workplaceId]
  return portionsOf(rows).map((some) => new RowsStatement({ name, text, first, columns, rows: some, given: undefined }))
}

function sentType(type: string): string {
  return type === 'text[]' ? 'text' : type
}

const texts = new Map<string, string>()

function textFor(name: string, make: () => string): string {
  let text = texts.get(name)
  if (text === undefined) {
    text = make()
    texts.set(name, text)
  }
  return text
}
