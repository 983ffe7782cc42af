/** A row of an import: its user name, and the user name of the manager, empty for none. */
export interface OrderedRow {
  readonly position: number
  readonly username: string
  readonly manager: string
}

/**
 * Orders rows so that managers come before the users who name them, otherwise in the order of the file. Rows in a
 * circle of managers keep their place; their manager does not exist yet, and the row reports it.
 */
export function orderRows(rows: readonly OrderedRow[]): number[] {
  const byName = new Map<string, OrderedRow>()
  for (const row of rows) if (row.username !== '' && !byName.has(row.username)) byName.set(row.username, row)
  const done = new Set<number>()
  const ordered: number[] = []
  for (const start of rows) {
    const way: OrderedRow[] = []
    const onWay = new Set<number>()
    let at: OrderedRow | undefined = start
    while (at !== undefined && !done.has(at.position) && !onWay.has(at.position)) {
      way.push(at)
      onWay.add(at.position)
      at = at.manager === '' ? undefined : byName.get(at.manager)
    }
    for (const row of way.reverse()) {
      done.add(row.position)
      ordered.push(row.position)
    }
  }
  return ordered
}
