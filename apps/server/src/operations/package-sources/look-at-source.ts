import { packageSourceLimits } from '@millrace/contract/lists/package-sources'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { refusePackages } from '../packages/policy.ts'
import { fetchPackage } from './fetch-package.ts'
import type { PackageSourceRow } from './package-source.ts'
import { type Look, receivePackage } from './receive-package.ts'

/** Finds an enabled package source; null when it does not exist or is disabled. */
export async function findSource(tx: Tx, workplaceId: string, id: string): Promise<PackageSourceRow | null> {
  const [row] = await runSql<PackageSourceRow>(
    tx,
    sql`select * from package_source where workplace_id = ${workplaceId} and id = ${id} and disabled_at is null`,
  )
  return row ?? null
}

interface Looking {
  readonly source: PackageSourceRow
  /** The request of the user who saved the source last; null: that user can no longer sign in. */
  readonly request: Request | null
  /** Whether a user requested the check. */
  readonly isAsked: boolean
  readonly actor: Actor
}

/**
 * Looks at a source once: fetches its package outside of any transaction, and receives it.
 */
export async function lookAtSource(runtime: Runtime, { source, request, isAsked, actor }: Looking): Promise<Look> {
  if (request === null || refusePackages(request.user) !== null)
    return {
      outcome: 'failed',
      message:
        'Expected the user who saved the source last to be an administrator, but they no longer are. Save the source as another administrator.',
    }
  try {
    return await receivePackage(runtime, request, {
      source,
      isAsked,
      actor,
      bytes: await fetchPackage(runtime, source),
    })
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error
    return { outcome: error.isFinal ? 'failed' : 'retry', message: error.message }
  }
}

interface Noted extends Look {
  readonly workplaceId: string
  readonly id: string
}

/**
 * Stores the result of a check of a package source. A source that cannot be read counts as failed after a few failed
 * checks in a row.
 */
export async function noteLook(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  actor: Actor,
  { workplaceId, id, outcome, message }: Noted,
): Promise<void> {
  await db.withTransaction(actor, (tx) =>
    tx.commit([
      {
        name: 'package_source_note',
        text: `update package_source set looked_at = $3, message = $5,
          failures = case when $4 = 'ok' then 0 else failures + 1 end,
          outcome = case when $4 = 'retry' and failures + 1 >= $6 then 'failed' else $4 end
          where workplace_id = $1 and id = $2`,
        values: [
          ...[workplaceId, id, clock().toISOString(), outcome, message.toWellFormed().slice(0, 2_000)],
          packageSourceLimits.retries,
        ],
      },
      {
        // An order during a look leads to another look.
        name: 'package_source_answer',
        text: `update job set data = data - 'isAsked' where workplace_id = $1 and id = $2 and data ? 'isAsked' and not data ? 'isDueAgain'`,
        values: [workplaceId, id],
      },
    ]),
  )
}
