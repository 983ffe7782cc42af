import type { Statement } from '../db/batch.ts'
import { forgetTries } from './password-tries.ts'
import { endSessionsOf } from './session.ts'

/**
 * Part of giving a user another password: whoever knew the old one must not go on by what began with it. Sessions and API
 * tokens end, no place is known any more, and what was tried in vain is forgotten.
 */
export function endAccess(workplaceId: string, userId: string): Statement[] {
  return [
    endSessionsOf(workplaceId, userId),
    endTokensOf(workplaceId, userId),
    {
      name: 'known_origin_forget',
      text: 'delete from known_origin where workplace_id = $1 and user_id = $2',
      values: [workplaceId, userId],
    },
    forgetTries(workplaceId, userId),
  ]
}

/**
 * Part of a user's own change of password, with whose session they go on: whoever made a session or an API token by the
 * old one has neither any more.
 */
export function endOtherAccess(workplaceId: string, userId: string, keepSession: string | null): Statement[] {
  return [endSessionsOf(workplaceId, userId, keepSession), endTokensOf(workplaceId, userId)]
}

function endTokensOf(workplaceId: string, userId: string): Statement {
  return {
    name: 'api_token_end_of_user',
    text: 'delete from api_token where workplace_id = $1 and user_id = $2',
    values: [workplaceId, userId],
  }
}
