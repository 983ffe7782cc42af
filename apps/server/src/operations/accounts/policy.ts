import { sessionLimits } from '@millrace/contract'
import type { Person } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { refuseToken } from '../../platform/http/browser-session.ts'

/**
 * Password, sessions and API tokens are everybody's own: the operations name no other account than that of the acting
 * person. What there is to refuse is an API token, which would make itself another one that is valid for more, and how
 * many there are.
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
