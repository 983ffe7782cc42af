import type { Statement } from '../db/batch.ts'
import { forgetTries } from './password-tries.ts'
import { endSessionsOf } from './session.ts'

/**
 * Part of giving a user another password: whoever knew the old one must not go on by what began with it. Sessions and API
 * tokens end, no place is known any more, and what was tried in vain is forgotten.
 */
export function endAccess(workplaceId: string, userId: string): Statement[] {
  const values = [workplaceId, userId]
  return [
    endSessionsOf(workplaceId, userId),
    {
      name: 'api_token_end_of_user',
      text: 'delete from api_token where workplace_id = $1 and user_id = $2',
      values,
    },
    {
      name: 'known_origin_forget',
      text: 'delete from known_origin where workplace_id = $1 and user_id = $2',
      values,
    },
    forgetTries(workplaceId, userId),
  ]
}
