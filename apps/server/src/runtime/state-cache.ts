import type { InstanceState, LoadedRows } from '@millrace/engine'
import { isTransient, largeValue } from './variable-statements.ts'

/**
 * The rows of roots that this process has just written, so that the next command can decide on them and write under the
 * condition that the root's revision is still the one it knows: one round trip and no loading (decision 5). What is in
 * here may be out of date; what is written on it can not be.
 */
export interface StateCache {
  /** The rows of the root that the named thing belongs to. Whoever takes them has them alone. */
  take(workplaceId: string, id: string): KnownRows | null
  put(workplaceId: string, rows: KnownRows): void
  forget(workplaceId: string, rootId: string): void
}

export interface KnownRows {
  readonly rows: LoadedRows
  /** `instance.revision` of the root that goes with the rows. */
  readonly revision: number
}

/** A root of more is loaded when it is needed: it would take the place of many small ones. */
const largestRoot = { rows: 100, text: 16_384 }

/** @param limit how many roots are kept; those that were used longest ago go first. */
export function createStateCache(limit = 2000): StateCache {
  const roots = new Map<string, KnownRows>()
  const rootOf = new Map<string, string>()

  const remove = (key: string): KnownRows | null => {
    const known = roots.get(key)
    if (known === undefined) return null
    roots.delete(key)
    for (const id of namesOf(known.rows)) rootOf.delete(id)
    return known
  }

  return {
    take: (workplaceId, id) => {
      const key = `${workplaceId} ${rootOf.get(id) ?? ''}`
      return remove(key)
    },
    put: (workplaceId, known) => {
      const key = `${workplaceId} ${known.rows.rootId}`
      remove(key)
      roots.set(key, known)
      for (const id of namesOf(known.rows)) rootOf.set(id, known.rows.rootId)
      const [oldest] = roots.keys()
      if (roots.size > limit && oldest !== undefined) remove(oldest)
    },
    forget: (workplaceId, rootId) => {
      remove(`${workplaceId} ${rootId}`)
    },
  }
}

/**
 * The rows of a root after a run, as loading would give them. Null when they are not to be kept: what others write
 * without the root's lock (jobs, external tasks, incidents), what was not loaded as a whole, and what is big.
 */
export function rowsToKeep(state: InstanceState): LoadedRows | null {
  if (!state.isComplete || state.instances.get(state.rootId) === undefined) return null
  const [jobs, externalTasks, incidents] = [state.jobs.all(), state.externalTasks.all(), state.incidents.all()]
  if (jobs.length + externalTasks.length + incidents.length > 0) return null
  const variables = state.variables.all()
  const rows: LoadedRows = {
    rootId: state.rootId,
    isComplete: true,
    instances: inOrder(state.instances.all()),
    elements: inOrder(state.elements.all()),
    variables: inOrder(variables),
    tasks: inOrder(state.tasks.all()),
    subscriptions: inOrder(state.subscriptions.all()),
    jobs,
    externalTasks,
    incidents,
  }
  const count = rows.instances.length + rows.elements.length + variables.length + rows.tasks.length
  return count + rows.subscriptions.length <= largestRoot.rows && hasSmallValues(rows) ? rows : null
}

/** Neither are values that the database does not hold just so: transient ones, and those that loading leaves out. */
function hasSmallValues({ variables }: LoadedRows): boolean {
  let size = 0
  for (const variable of variables) {
    const { value } = variable
    if (value === null || value.value instanceof Uint8Array || isTransient(variable)) return false
    const length = typeof value.value === 'string' ? value.value.length : 0
    if (length > largeValue) return false
    size += length
  }
  return size <= largestRoot.text
}

/** Ids rise with time, and loading gives rows in their order. */
function inOrder<Row extends { readonly id: string }>(rows: Row[]): Row[] {
  return rows.length < 2 ? rows : rows.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** What a command may name to mean this root. */
function* namesOf(rows: LoadedRows): Iterable<string> {
  for (const { id } of rows.instances) yield id
  for (const { id } of rows.tasks) yield id
  for (const { id } of rows.elements) yield id
  for (const { id } of rows.subscriptions) yield id
}
