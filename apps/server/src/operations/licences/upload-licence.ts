import type { LicenceFacts } from '@millrace/contract'
import type { InstallationKey } from '../../platform/auth/installation-key.ts'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { expired, findLicence, presentDay, type StoredLicence } from './licence.ts'
import { readLicence } from './licence-file.ts'
import { refuseLicenceKeeper } from './policy.ts'

export interface LicenceKeys {
  readonly key: Pick<InstallationKey, 'fingerprint'>
  /** The keys of vendors that this installation knows. */
  readonly vendorKeys: readonly string[]
}

/**
 * Replaces the licence. Refuses a forged or expired one, and one for another installation. Returns null on success,
 * otherwise a refusal.
 */
export async function uploadLicence(
  { db, clock, key, vendorKeys }: OperationContext & LicenceKeys,
  request: Request,
  { file }: { readonly file: string },
): Promise<Refusal | null> {
  const refusal = refuseLicenceKeeper(request.user)
  if (refusal !== null) return refusal
  if (vendorKeys.length === 0)
    return refuse(
      'licence.unknown-vendor',
      'Expected an installation that knows a vendor of licences, but MILLRACE_LICENCE_KEY is not set. Set it to the public key of the vendor, and start the server again.',
    )
  const licence = readLicence(file, vendorKeys)
  if (licence instanceof Refusal) return licence
  if (licence.installation !== null && licence.installation !== key.fingerprint)
    return refuse(
      'licence.elsewhere',
      `Expected a licence for the installation ${key.fingerprint}, but it is for ${licence.installation}. Send the vendor the number of this installation.`,
    )
  const {
    workplaceId,
    user: { username },
  } = request
  const now = clock()
  return db.withTransaction(actorOf(request), async (tx) => {
    const before = await findLicence(tx, workplaceId)
    // Else two of them in turn would begin anew for ever.
    if (before !== null && licence.issuedOn < before.issued_on)
      return refuse(
        'licence.invalid',
        `Expected a licence that was issued on ${presentDay(before.issued_on)} or later, but it was issued on ${presentDay(licence.issuedOn)}. The current licence stays valid. Ask the vendor for a new one.`,
      )
    const seen = firstTimeOf(licence, before, now)
    const over = expired({ ...emptyLicence, number: licence.number, expires_on: licence.expiresOn, seen_at: seen }, now)
    if (over !== null) return over
    await tx.commit([
      {
        name: 'licence_save',
        text: `insert into licence (workplace_id, number, holder, application_keys, applications, users, expires_on, issued_on, file, uploaded_at, uploaded_by, seen_at)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
          on conflict (workplace_id) do update set number = excluded.number, holder = excluded.holder, application_keys = excluded.application_keys,
            applications = excluded.applications, users = excluded.users, expires_on = excluded.expires_on, issued_on = excluded.issued_on, file = excluded.file,
            revision = licence.revision + 1, uploaded_at = excluded.uploaded_at, uploaded_by = excluded.uploaded_by,
            seen_at = case when excluded.issued_on > licence.issued_on then excluded.seen_at else greatest(licence.seen_at, excluded.seen_at) end
            where licence.file <> excluded.file`,
        values: [
          workplaceId,
          licence.number,
          licence.holder,
          licence.applicationKeys,
          licence.applications,
          licence.users,
          licence.expiresOn,
          licence.issuedOn,
          file,
          now.toISOString(),
          username,
          seen.toISOString(),
        ],
      },
    ])
    return null
  })
}

/**
 * Returns the time from which a licence counts: the latest that was seen, whatever the clock says now. One that the
 * vendor has issued later begins again, for the vendor says that it was no later then: or a clock that was once years
 * ahead would leave a workplace without a licence for as long.
 */
function firstTimeOf({ issuedOn }: LicenceFacts, before: StoredLicence | null, now: Date): Date {
  if (before === null) return now
  const known = issuedOn > before.issued_on ? Date.parse(issuedOn) : before.seen_at.getTime()
  return new Date(Math.max(now.getTime(), known))
}

const emptyLicence = {
  holder: '',
  application_keys: [],
  applications: 0,
  users: null,
  issued_on: '',
  uploaded_at: new Date(0),
  uploaded_by: null,
}
