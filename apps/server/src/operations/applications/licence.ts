import { limits } from '@millrace/contract'
import { pageTexts } from '@millrace/contract/page-texts'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { expired, seeLicence } from '../licences/licence.ts'

/**
 * Checks that the licence has room for one more application with this key. Disabled applications do not count.
 * Concurrent callers wait, so that two of them cannot both use the last free place. Returns null if so, otherwise a
 * refusal.
 */
export async function refuseBeyondLicence(
  tx: Tx,
  workplaceId: string,
  { at, key }: { readonly at: Date; readonly key: string },
): Promise<Refusal | null> {
  const [, settings, counts] = await tx.batch([
    {
      name: 'application_licence_lock',
      text: `select pg_advisory_xact_lock(hashtextextended('millrace applications ' || $1::text, 0))`,
      values: [workplaceId],
    },
    {
      name: 'application_licence',
      text: `select value #>> '{}' from setting where workplace_id = $1 and key = 'licence.applications'`,
      values: [workplaceId],
    },
    {
      name: 'application_count',
      text: 'select count(*) from application where workplace_id = $1 and not is_disabled',
      values: [workplaceId],
    },
  ])
  const licence = await seeLicence(tx, workplaceId, at)
  const over = expired(licence, at)
  if (over !== null) return over
  const covered = licence?.application_keys ?? []
  if (covered.length > 0 && !covered.some((one) => one.toLowerCase() === key.toLowerCase()))
    return refuse(
      'licence.not-covered',
      `Expected an application that the licence covers, but the licence does not contain the key “${key}”. Ask the vendor for a licence with this key.`,
      [{ where: 'key', message: 'The licence does not cover this key.' }],
    )
  const most = licence?.applications ?? readSetting(settings?.[0]?.[0] ?? null)
  if (Number(counts?.[0]?.[0] ?? 0) < most) return null
  return refuse(
    'licence.applications',
    `${pageTexts.outcomes.licence.tooManyApplications.replace('{{max}}', String(most))}. Disable an application, or ask the vendor for a larger licence.`,
  )
}

/** Returns how many applications a workplace may have without a licence. What is no number says nothing of a limit. */
function readSetting(covered: string | null): number {
  return covered !== null && /^\d{1,9}$/.test(covered.trim()) ? Number(covered) : limits.applications
}
