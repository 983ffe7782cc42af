import type { UserState } from '@millrace/contract'

/** Returns the state of an account at a time. An expired lock stays in its row until the next sign-in. */
export function stateOf(
  { status, locked_until }: { readonly status: string; readonly locked_until: Date | null },
  now: Date,
): UserState {
  if (status === 'disabled') return 'disabled'
  return status === 'locked' && (locked_until === null || locked_until > now) ? 'locked' : 'active'
}
