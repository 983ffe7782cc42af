import type { LicenceState } from '@millrace/contract'
import { sql } from 'kysely'
import { countUsers, findLicence, judgeLicence } from '../../operations/licences/licence.ts'
import type { LicenceKeys } from '../../operations/licences/upload-licence.ts'
import type { OperationContext } from '../../operations/operation-context.ts'
import type { Request } from '../../platform/auth/request.ts'
import { runSql } from '../../platform/list/sql.ts'
import { readPeople } from '../../runtime/rights/people.ts'

/** Minutes that clocks of servers may differ. */
const toleranceMs = 5 * 60_000

/** Returns the licence of the workplace, and how much of it is used. */
export function getLicence(
  { db, clock, key, vendorKeys }: OperationContext & LicenceKeys,
  request: Request,
): Promise<LicenceState> {
  const { workplaceId } = request
  const now = clock()
  return db.read(request, async (tx) => {
    const stored = await findLicence(tx, workplaceId)
    const people = await readPeople(tx, workplaceId, [stored?.uploaded_by ?? null])
    const [counted] = await runSql<{ count: string }>(
      tx,
      sql`select count(*) as count from application where workplace_id = ${workplaceId} and not is_disabled`,
    )
    const judged = stored === null ? ({ state: 'none', daysLeft: null } as const) : judgeLicence(stored, now)
    const isBehind = stored !== null && stored.seen_at.getTime() - now.getTime() > toleranceMs
    return {
      ...judged,
      installation: key.fingerprint,
      canUpload: vendorKeys.length > 0,
      licence:
        stored === null
          ? null
          : {
              number: stored.number,
              holder: stored.holder,
              applicationKeys: [...stored.application_keys],
              applications: stored.applications,
              users: stored.users,
              issuedOn: stored.issued_on,
              expiresOn: stored.expires_on,
              uploadedAt: stored.uploaded_at.toISOString(),
              uploadedBy: people.find(stored.uploaded_by),
            },
      applicationsInUse: Number(counted?.count ?? 0),
      usersEnabled: await countUsers(tx, workplaceId),
      clockBehind: isBehind ? stored.seen_at.toISOString() : null,
    }
  })
}
