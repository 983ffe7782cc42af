import { lockAccount } from '../../../users/accounts.ts'
import { changeUser } from '../../../users/change-user.ts'
import { refuseUser } from '../../../users/policy.ts'
import { textOrNull } from '../read-columns.ts'
import type { RestorableKind } from '../restorable-kind.ts'

/**
 * Profiles of users: their references, theme and language. The interval of automatic saves stays as it is, because only
 * its user can set it.
 */
export const userProfile: RestorableKind = {
  one: 'a profile',
  table: 'user_profile',
  keys: ['user_id'],
  columns: ['customer_reference', 'organisation_reference', 'theme_code', 'language'],
  references: { theme_code: { of: 'theme' } },
  hasRevision: false,
  canBeDisabled: false,
  refuse: (user) => refuseUser(user, 'change'),
  lock: (tx, workplaceId, [id]) => lockAccount(tx, { workplaceId }, { id }),
  write: (context, request, { key: [id], target, changed }) =>
    changeUser(context, request, {
      ref: { id },
      change: {
        ...(changed.has('customer_reference') && { customerReference: textOrNull(target, 'customer_reference') }),
        ...(changed.has('organisation_reference') && {
          organisationReference: textOrNull(target, 'organisation_reference'),
        }),
        ...(changed.has('theme_code') && { themeCode: textOrNull(target, 'theme_code') }),
        ...(changed.has('language') && { language: textOrNull(target, 'language') }),
      },
    }),
}
