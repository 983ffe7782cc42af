import type { InstanceSelection } from '@millrace/contract'

const prefix = 'millrace.selection.'

/** Stores a selection of instances in this browser tab for the page of the plan. Returns its key for the address. */
export function keepSelection(selection: InstanceSelection): string {
  const key = crypto.randomUUID()
  sessionStorage.setItem(`${prefix}${key}`, JSON.stringify(selection))
  return key
}

/** Finds a stored selection; null when this tab has no selection with this key. */
export function findSelection(key: string): InstanceSelection | null {
  const kept = sessionStorage.getItem(`${prefix}${key}`)
  if (kept === null) return null
  try {
    return JSON.parse(kept) as InstanceSelection
  } catch {
    return null
  }
}
