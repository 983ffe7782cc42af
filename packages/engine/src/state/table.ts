import { IdsByKey } from './ids-by-key.ts'
import type { RowIndex } from './row-index.ts'

export interface TableChanges<Row> {
  readonly inserted: readonly Row[]
  readonly updated: readonly Row[]
  /** The deleted rows, as they were loaded. */
  readonly deleted: readonly Row[]
}

/**
 * The rows of one kind in a run: the loaded ones, overlaid by those that the run creates, changes and deletes. Loaded
 * rows stay unchanged, so that an abandoned run leaves no trace, and starting one costs nothing for any number of rows.
 */
export class Table<Row extends { readonly id: string }> {
  readonly #loaded: RowIndex<Row>
  /** The new state of each row that the run changed; null for a deleted one. */
  #touched: Map<string, Row | null> | null = null
  /** Rows that the run made, or gave to another owner. */
  #addedByOwner: IdsByKey | null = null
  #addedByGroup: IdsByKey | null = null
  #growth = 0
  #sizeGrowth = 0
  /** The last result of `changes`, because saving a run requests it many times. */
  #changes: TableChanges<Row> | null = null

  constructor(loaded: RowIndex<Row>) {
    this.#loaded = loaded
  }

  /** Adds rows to those that were loaded, before a run begins: indexing very many at once takes long. */
  load(rows: Iterable<Row>): void {
    for (const row of rows) this.#loaded.put(row)
  }

  get size(): number {
    return this.#loaded.size + this.#growth
  }

  /** Returns the size of all rows together, from the index. */
  get sizeOfAll(): number {
    return this.#loaded.sizeOfAll + this.#sizeGrowth
  }

  get(id: string): Row | undefined {
    const own = this.#touched?.get(id)
    return own === undefined ? this.#loaded.get(id) : (own ?? undefined)
  }

  /** Returns the row as it was loaded: null when this run created it, undefined when it does not exist. */
  before(id: string): Row | null | undefined {
    return this.#loaded.get(id) ?? (this.#touched?.has(id) === true ? null : undefined)
  }

  /** Lists the rows of an owner in the order of creation. Rows that changed their owner are last. */
  ownedBy(ownerId: string): Row[] {
    const { ownerOf } = this.#loaded
    return this.#list(ownerId, this.#loaded.ownedBy(ownerId), this.#addedByOwner, (row) => ownerOf(row) === ownerId)
  }

  /** Returns the rows of a group in the order of their creation. */
  inGroup(group: string): Row[] {
    return this.#list(group, this.#loaded.inGroup(group), this.#addedByGroup, () => true)
  }

  all(): Row[] {
    if (this.#touched === null) return [...this.#loaded.all()]
    const rows: Row[] = []
    for (const { id } of this.#loaded.all()) {
      const row = this.get(id)
      if (row !== undefined) rows.push(row)
    }
    for (const [id, row] of this.#touched) if (row !== null && this.#loaded.get(id) === undefined) rows.push(row)
    return rows
  }

  insert(row: Row): void {
    if (this.get(row.id) !== undefined) throw new Error(`Expected a new row, but ${row.id} is there already.`)
    this.#touch(row.id, row)
    this.#growth++
    this.#sizeGrowth += this.#loaded.sizeOf(row)
    this.#addedByOwner ??= new IdsByKey()
    this.#addedByOwner.add(this.#loaded.ownerOf(row), row.id)
    const group = this.#loaded.groupOf(row)
    if (group === null) return
    this.#addedByGroup ??= new IdsByKey()
    this.#addedByGroup.add(group, row.id)
  }

  update(id: string, patch: Partial<Row>): Row {
    const old = this.get(id)
    if (old === undefined) throw new Error(`Expected a row to change, but ${id} is not there.`)
    const row = { ...old, ...patch }
    this.#touch(id, row)
    const { ownerOf, sizeOf } = this.#loaded
    this.#sizeGrowth += sizeOf(row) - sizeOf(old)
    if (ownerOf(old) !== ownerOf(row)) {
      this.#addedByOwner ??= new IdsByKey()
      this.#addedByOwner.delete(ownerOf(old), id)
      this.#addedByOwner.add(ownerOf(row), id)
    }
    return row
  }

  delete(id: string): Row {
    const row = this.get(id)
    if (row === undefined) throw new Error(`Expected a row to remove, but ${id} is not there.`)
    this.#touch(id, null)
    this.#growth--
    this.#sizeGrowth -= this.#loaded.sizeOf(row)
    this.#addedByOwner?.delete(this.#loaded.ownerOf(row), id)
    this.#addedByGroup?.delete(this.#loaded.groupOf(row) ?? '', id)
    return row
  }

  /**
   * Returns the difference between the loaded rows and the current ones. Rows that were created and removed since are
   * left out.
   */
  changes(): TableChanges<Row> {
    if (this.#touched === null) return noChanges
    if (this.#changes !== null) return this.#changes
    const changes: { inserted: Row[]; updated: Row[]; deleted: Row[] } = { inserted: [], updated: [], deleted: [] }
    for (const [id, after] of this.#touched) {
      const before = this.#loaded.get(id)
      if (before === undefined) {
        if (after !== null) changes.inserted.push(after)
      } else if (after === null) changes.deleted.push(before)
      else if (!isSameRow(before, after)) changes.updated.push(after)
    }
    this.#changes = changes
    return changes
  }

  /** Creates a table for another run on the loaded rows, without the changes of this run. */
  fork(): Table<Row> {
    return new Table(this.#loaded)
  }

  /** Whether both began with the same rows in memory. */
  isForkOf(other: Table<Row>): boolean {
    return this.#loaded === other.#loaded
  }

  /**
   * Applies the changes of a run to the loaded rows, for this table and all its forks.
   *
   * @param withLoaded whether the run has loaded more rows than this table has.
   */
  keep(run: Table<Row>, { withLoaded = false }: { readonly withLoaded?: boolean } = {}): void {
    if (run.#touched === null && !withLoaded) return
    const changes = run.changes()
    if (withLoaded) for (const row of run.all()) this.#loaded.put(row)
    this.#loaded.apply(changes)
  }

  #touch(id: string, row: Row | null): void {
    this.#changes = null
    this.#touched ??= new Map()
    this.#touched.set(id, row)
  }

  #list(key: string, loaded: Iterable<string>, added: IdsByKey | null, isStill: (row: Row) => boolean): Row[] {
    const rows: Row[] = []
    for (const id of loaded) {
      const row = this.get(id)
      if (row !== undefined && added?.has(key, id) !== true && isStill(row)) rows.push(row)
    }
    for (const id of added?.of(key) ?? []) rows.push(this.get(id) as Row)
    return rows
  }
}

const noChanges: TableChanges<never> = { inserted: [], updated: [], deleted: [] }

function isSameRow<Row extends object>(a: Row, b: Row): boolean {
  return (Object.keys(b) as (keyof Row)[]).every((key) => a[key] === b[key])
}
