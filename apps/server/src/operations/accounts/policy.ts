import { sessionLimits } from '@millrace/contract'
import type { Person } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { refuseToken } from '../../platform/http/browser-session.ts'

/**
 * Checks that the caller may manage their own password, sessions and API tokens. API tokens may not, because a token
 * could create another one with more scopes. Operations only change the account of the caller. Returns null if so,
 * otherwise a refusal.
 */
export function refuseAccount(user: Person): Refusal | null {
  return user.token === null ? null : refuseToken()
}

export function refuseMoreTokens(): Refusal {
  return refuse(
    'token.too-many',
    `Expected fewer API tokens, but you have ${sessionLimits.apiTokens}. Delete a token that no client uses.`,
  )
}

export function noSuchToken(): Refusal {
  return refuse('thing.not-found', 'Expected an API token of yours, but there is none with this id.')
}

export function noSuchSession(): Refusal {
  return refuse('thing.not-found', 'Expected a session of yours, but there is none with this id.')
}
