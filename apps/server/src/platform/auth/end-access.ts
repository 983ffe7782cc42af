import type { Statement } from '../db/batch.ts'
import { forgetTries } from './password-tries.ts'
import { endSessionsOf } from './session.ts'

/**
 * Returns the statements that end all access of a user after an administrator set their password: sessions, API tokens,
 * known devices and counters of failed sign-ins.
 */
export function endAccess(workplaceId: string, userId: string): Statement[] {
  return [
    endSessionsOf(workplaceId, userId),
    endTokensOf(workplaceId, userId),
    endLinksOf(workplaceId, userId),
    {
      name: 'known_origin_forget',
      text: 'delete from known_origin where workplace_id = $1 and user_id = $2',
      values: [workplaceId, userId],
    },
    forgetTries(workplaceId, userId),
  ]
}

/**
 * Returns the statements that end all other access of a user after they changed their own password, except the session
 * that they continue with.
 */
export function endOtherAccess(workplaceId: string, userId: string, keepSession: string | null): Statement[] {
  return [
    endSessionsOf(workplaceId, userId, keepSession),
    endTokensOf(workplaceId, userId),
    endLinksOf(workplaceId, userId),
  ]
}

function endTokensOf(workplaceId: string, userId: string): Statement {
  return {
    name: 'api_token_end_of_user',
    text: 'delete from api_token where workplace_id = $1 and user_id = $2',
    values: [workplaceId, userId],
  }
}

/** Links to choose a password that were mailed before. */
function endLinksOf(workplaceId: string, userId: string): Statement {
  return {
    name: 'password_link_end_of_user',
    text: 'delete from password_link where workplace_id = $1 and user_id = $2',
    values: [workplaceId, userId],
  }
}
