import { IdsByKey } from './ids-by-key.ts'
import type { TableChanges } from './table.ts'

/**
 * Rows of one kind by id, with indexes by owner (the parent of an element instance, the scope of a variable, the
 * element instance of a job) and by group. Runs read it through a `Table`, which holds their changes; the index itself
 * only changes when they are kept.
 */
export class RowIndex<Row extends { readonly id: string }> {
  readonly ownerOf: (row: Row) => string
  readonly groupOf: (row: Row) => string | null
  readonly sizeOf: (row: Row) => number
  readonly #rows = new Map<string, Row>()
  readonly #byOwner = new IdsByKey()
  #byGroup: IdsByKey | null = null
  #sizeOfAll = 0
  /** The greatest id that was put: ids grow as rows are made. */
  #newest = ''

  constructor(ownerOf: (row: Row) => string, loaded: Iterable<Row>, { groupOf, sizeOf }: Further<Row> = {}) {
    this.ownerOf = ownerOf
    this.groupOf = groupOf ?? inNoGroup
    this.sizeOf = sizeOf ?? withoutSize
    for (const row of loaded) this.put(row)
  }

  get size(): number {
    return this.#rows.size
  }

  /** Returns the size of all rows together. */
  get sizeOfAll(): number {
    return this.#sizeOfAll
  }

  get(id: string): Row | undefined {
    return this.#rows.get(id)
  }

  /** Returns all rows in the order in which they were added. */
  all(): Iterable<Row> {
    return this.#rows.values()
  }

  /** Ids, in the order in which the rows came to the owner. */
  ownedBy(ownerId: string): Iterable<string> {
    return this.#byOwner.of(ownerId)
  }

  /** Ids, in the order in which the rows were put. */
  inGroup(group: string): Iterable<string> {
    return this.#byGroup?.of(group) ?? []
  }

  /** Adds a row, or replaces the row with its id. */
  put(row: Row): void {
    const old = this.#rows.get(row.id)
    if (old !== undefined && this.ownerOf(old) !== this.ownerOf(row)) this.remove(old.id)
    else if (old !== undefined) this.#sizeOfAll -= this.sizeOf(old)
    this.#sizeOfAll += this.sizeOf(row)
    this.#rows.set(row.id, row)
    if (row.id > this.#newest) this.#newest = row.id
    this.#byOwner.add(this.ownerOf(row), row.id)
    const group = this.groupOf(row)
    if (group === null) return
    this.#byGroup ??= new IdsByKey()
    this.#byGroup.add(group, row.id)
  }

  /** Removes a row, if it exists. */
  remove(id: string): void {
    const row = this.#rows.get(id)
    if (row === undefined) return
    this.#rows.delete(id)
    this.#sizeOfAll -= this.sizeOf(row)
    this.#byOwner.delete(this.ownerOf(row), id)
    this.#byGroup?.delete(this.groupOf(row) ?? '', id)
  }

  apply({ inserted, updated, deleted }: TableChanges<Row>): void {
    const newest = this.#newest
    for (const { id } of deleted) this.remove(id)
    for (const row of inserted) this.put(row)
    for (const row of updated) this.put(row)
    // Rows that an undo puts back are where the database has them, and not behind those that were made after them.
    if (inserted.some(({ id }) => id < newest)) this.#sort()
  }

  #sort(): void {
    const rows = [...this.#rows.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
    this.#rows.clear()
    for (const row of rows) this.#rows.set(row.id, row)
    this.#byOwner.sort()
    this.#byGroup?.sort()
  }
}

interface Further<Row> {
  /** Null: the row is in no group. A row never changes its group. */
  readonly groupOf?: (row: Row) => string | null
  /** Returns the size of a row for a sum. */
  readonly sizeOf?: (row: Row) => number
}

const inNoGroup = () => null
const withoutSize = () => 0
