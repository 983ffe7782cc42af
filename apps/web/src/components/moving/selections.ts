import type { InstanceSelection } from '@millrace/contract'

const prefix = 'millrace.selection.'

/** Keeps a selection in this browser tab for the page that plans what is done to it. Returns its key for the address. */
export function keepSelection(selection: InstanceSelection): string {
  const key = crypto.randomUUID()
  sessionStorage.setItem(`${prefix}${key}`, JSON.stringify(selection))
  return key
}

/** Finds a kept selection; null when this tab has none with that key. */
export function findSelection(key: string): InstanceSelection | null {
  const kept = sessionStorage.getItem(`${prefix}${key}`)
  if (kept === null) return null
  try {
    return JSON.parse(kept) as InstanceSelection
  } catch {
    return null
  }
}
