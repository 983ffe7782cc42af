/** The functions that compare the rows of a field, and merge them with changes that other users have saved. */
export interface RowsField<Row> {
  /** Returns a key that identifies the row within its field. */
  readonly keyOf: (row: Row) => string
  /** Returns the label of the row in the list of changes. */
  readonly nameOf: (row: Row) => string
  /** Returns the value of the row as users read it. */
  readonly textOf: (row: Row) => string
  /**
   * Returns a row of the user over the row that others have saved with its key.
   *
   * @param theirs undefined: no row with this key is saved.
   */
  readonly rebase: (own: Row, theirs: Row | undefined) => Row
}

/** The fields of a draft that have rows. */
export type RowsFields<Draft> = {
  readonly [Field in keyof Draft]?: Draft[Field] extends readonly (infer Row)[] ? RowsField<Row> : never
}

interface Versions<Row> {
  /** The rows that the user has seen before the input. */
  readonly before: readonly Row[]
  /** The rows that others have saved. */
  readonly after: readonly Row[]
}

/**
 * Combines rows of a user with those that others have saved. Rows that the user has changed, added or removed stay so;
 * all other rows are those of the others.
 */
export function mergeRows<Row>(
  { keyOf, rebase }: RowsField<Row>,
  { mine, before, after }: Versions<Row> & { readonly mine: readonly Row[] },
): Row[] {
  const find = (rows: readonly Row[], key: string) => rows.find((row) => keyOf(row) === key)
  const kept = mine.flatMap((own) => {
    const [seen, theirs] = [find(before, keyOf(own)), find(after, keyOf(own))]
    if (seen === undefined || !isSame(own, seen)) return [rebase(own, theirs)]
    return theirs === undefined ? [] : [theirs]
  })
  const isAdded = (row: Row) => find(mine, keyOf(row)) === undefined && find(before, keyOf(row)) === undefined
  return [...kept, ...after.filter(isAdded)]
}

/** Returns a line for each row that others have added, changed or removed: its label with both values. */
export function listRowDifferences<Row>(
  { keyOf, nameOf, textOf }: RowsField<Row>,
  { before, after }: Versions<Row>,
): { readonly name: string; readonly from: string | null; readonly to: string | null }[] {
  const [old, now] = [before, after].map((rows) => new Map(rows.map((row) => [keyOf(row), row])))
  return [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].flatMap((key) => {
    const [from, to] = [old?.get(key), now?.get(key)]
    const row = to ?? from
    const [was, is] = [from, to].map((one) => (one === undefined ? null : textOf(one)))
    return row === undefined || was === is ? [] : [{ name: nameOf(row), from: was ?? null, to: is ?? null }]
  })
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
