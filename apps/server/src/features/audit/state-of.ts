import type { AuditValues, EntityState } from '@millrace/contract'
import type { AuditEntry } from '../../platform/audit/audit-queries.ts'

interface State {
  /** Adds the next older change. */
  add(entry: Pick<AuditEntry, 'operation' | 'after'>): void
  /** Whether older changes have nothing to add. */
  isComplete(): boolean
  read(): Pick<EntityState, 'values' | 'isPartial'>
}

/** Creates the state of an entity from its changes, the newest first: the newest value of each column counts. */
export function createState(): State {
  const values = new Map<string, unknown>()
  let isFirst = true
  let isRemoved = false
  let isComplete = false
  return {
    add({ operation, after }) {
      if (isComplete) return
      if (operation === 'delete') {
        // What was there before it was removed is not part of what was created anew.
        isRemoved = isFirst
        isComplete = true
      } else {
        for (const [name, value] of Object.entries(after ?? {})) if (!values.has(name)) values.set(name, value)
        isComplete = operation === 'insert'
      }
      isFirst = false
    },
    isComplete: () => isComplete,
    read: () => (isRemoved ? { values: null, isPartial: false } : { values: present(values), isPartial: !isComplete }),
  }
}

/** Columns in the order of their names, without those that are empty. */
function present(values: ReadonlyMap<string, unknown>): AuditValues {
  return Object.fromEntries(
    [...values].filter(([, value]) => value !== null).sort(([one], [other]) => (one < other ? -1 : 1)),
  )
}
