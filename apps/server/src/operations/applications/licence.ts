import { limits } from '@millrace/contract'
import { pageTexts } from '@millrace/contract/page-texts'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'

/**
 * Null when the licence covers one application more. Those that are disabled do not count. Whoever asks at the same moment
 * waits, so that two cannot both take the last one.
 */
export async function refuseBeyondLicence(tx: Tx, workplaceId: string): Promise<Refusal | null> {
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
  const most = readLicence(settings?.[0]?.[0] ?? null)
  if (Number(counts?.[0]?.[0] ?? 0) < most) return null
  return refuse(
    'licence.applications',
    `${pageTexts.outcomes.licence.tooManyApplications.replace('{{max}}', String(most))}. Disable one that is no longer needed, or extend the licence.`,
  )
}

/** How many applications a licence covers. What is no number says nothing of a limit. */
function readLicence(covered: string | null): number {
  return covered !== null && /^\d{1,9}$/.test(covered.trim()) ? Number(covered) : limits.applications
}
