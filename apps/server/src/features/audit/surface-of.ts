import type { AuditSurface } from '@millrace/contract'

/** Returns the surface of a change, from the cause of its transaction (`set-actor.ts`). */
export function surfaceOf(cause: string | null): AuditSurface {
  if (cause === null) return 'database'
  const [first = '', path = '', means] = cause.split(' ')
  if (means === 'tool') return 'assistant'
  if (path.startsWith('/engine-rest')) return 'engineRest'
  if (path.startsWith('/scim')) return 'scim'
  if (path.startsWith('/api')) return 'page'
  return words[first] ?? 'program'
}

const words: Readonly<Record<string, AuditSurface>> = {
  job: 'job',
  command: 'command',
  'sign-in': 'signIn',
  session: 'signIn',
}
