export interface TableChanges<Row> {
  readonly inserted: readonly Row[]
  readonly updated: readonly Row[]
  /** As they were when they were loaded. */
  readonly deleted: readonly Row[]
}

/**
 * The rows of one kind that were loaded or made, with an index by owner (the parent of an element instance, the
 * scope of a variable, the element instance of a job), one by group for those that are looked up otherwise, and a record of
 * what changed since loading.
 */
export class Table<Row extends { readonly id: string }> {
  readonly #rows = new Map<string, Row>()
  readonly #byOwner = new Map<string, Set<string>>()
  readonly #byGroup = new Map<string, Set<string>>()
  /** The row as it was loaded, or null when it was made in this run. */
  readonly #before = new Map<string, Row | null>()
  readonly #ownerOf: (row: Row) => string
  readonly #groupOf: (row: Row) => string | null

  /** @param groupOf null: the row is in no group. A row never changes its group. */
  constructor(ownerOf: (row: Row) => string, loaded: Iterable<Row>, groupOf: (row: Row) => string | null = () => null) {
    this.#ownerOf = ownerOf
    this.#groupOf = groupOf
    for (const row of loaded) this.#put(row)
  }

  get(id: string): Row | undefined {
    return this.#rows.get(id)
  }

  /** The row as it was loaded: null when this run made it, undefined when there is none. */
  before(id: string): Row | null | undefined {
    return this.#before.has(id) ? this.#before.get(id) : this.#rows.get(id)
  }

  /** In the order in which they were made. */
  ownedBy(ownerId: string): Row[] {
    return this.#listRows(this.#byOwner.get(ownerId))
  }

  /** In the order in which they were made. */
  inGroup(group: string): Row[] {
    return this.#listRows(this.#byGroup.get(group))
  }

  all(): Row[] {
    return [...this.#rows.values()]
  }

  insert(row: Row): void {
    if (this.#rows.has(row.id)) throw new Error(`Expected a new row, but ${row.id} is there already.`)
    this.#put(row)
    if (!this.#before.has(row.id)) this.#before.set(row.id, null)
  }

  update(id: string, patch: Partial<Row>): Row {
    const old = this.#rows.get(id)
    if (old === undefined) throw new Error(`Expected a row to change, but ${id} is not there.`)
    const row = { ...old, ...patch }
    if (this.#ownerOf(old) !== this.#ownerOf(row)) this.#remove(old)
    this.#put(row)
    if (!this.#before.has(id)) this.#before.set(id, old)
    return row
  }

  delete(id: string): Row {
    const row = this.#rows.get(id)
    if (row === undefined) throw new Error(`Expected a row to remove, but ${id} is not there.`)
    this.#remove(row)
    if (!this.#before.has(id)) this.#before.set(id, row)
    return row
  }

  /** The difference between what was loaded and what is there now. What was made and removed again is not in it. */
  changes(): TableChanges<Row> {
    const changes: { inserted: Row[]; updated: Row[]; deleted: Row[] } = { inserted: [], updated: [], deleted: [] }
    for (const [id, before] of this.#before) {
      const after = this.#rows.get(id)
      if (before === null) {
        if (after !== undefined) changes.inserted.push(after)
      } else if (after === undefined) changes.deleted.push(before)
      else if (!isSameRow(before, after)) changes.updated.push(after)
    }
    return changes
  }

  #listRows(ids: ReadonlySet<string> = new Set()): Row[] {
    return Array.from(ids, (id) => this.#rows.get(id) as Row)
  }

  #put(row: Row): void {
    this.#rows.set(row.id, row)
    addTo(this.#byOwner, this.#ownerOf(row), row.id)
    const group = this.#groupOf(row)
    if (group !== null) addTo(this.#byGroup, group, row.id)
  }

  #remove(row: Row): void {
    this.#rows.delete(row.id)
    this.#byOwner.get(this.#ownerOf(row))?.delete(row.id)
    this.#byGroup.get(this.#groupOf(row) ?? '')?.delete(row.id)
  }
}

function addTo(index: Map<string, Set<string>>, key: string, id: string): void {
  const ids = index.get(key)
  if (ids === undefined) index.set(key, new Set([id]))
  else ids.add(id)
}

function isSameRow<Row extends object>(a: Row, b: Row): boolean {
  return (Object.keys(b) as (keyof Row)[]).every((key) => a[key] === b[key])
}
