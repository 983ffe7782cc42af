import type { AdapterSettings } from '@millrace/contract'
import { isMessage } from './is-message.ts'

const readingActions: ReadonlySet<string> = new Set(['read', 'list', 'exists'])

/** Returns whether a call of an adapter can change something in the other system. */
export function canChange(settings: AdapterSettings): boolean {
  if (isMessage(settings)) return true
  if (settings.kind === 'rest') return settings.method !== 'GET'
  return settings.kind === 'sql' ? settings.action === 'change' : !readingActions.has(settings.action)
}
