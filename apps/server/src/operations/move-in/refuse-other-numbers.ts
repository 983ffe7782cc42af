import { createHash } from 'node:crypto'
import { StartFailure } from '../../platform/start-failure.ts'
import type { Moving } from './moving.ts'

interface DeploymentRow {
  readonly id_: string
  readonly name_: string | null
  readonly deploy_time_: string | null
}

/**
 * Refuses a second database of Flowable when ids are numbers, because both databases use the same numbers for different
 * rows. Flowable has no id of an installation. So a move that is not a dry run stores the deployments of its database:
 * the same database has them at any address, and another database has none of them.
 *
 * @throws StartFailure for another database.
 */
export async function refuseOtherNumbers({
  runtime,
  actor,
  source,
  isDryRun,
}: Pick<Moving, 'runtime' | 'actor' | 'source' | 'isDryRun'>): Promise<void> {
  if (source.family !== 'flowable') return
  const columns = ['id_', 'name_', 'deploy_time_']
  const deployments = await source.select<DeploymentRow>('act_re_deployment', 'true', [], columns)
  if (!deployments.some(({ id_ }) => isNumber(id_))) return
  // Times as they are stored: this run may have another time zone.
  const marks = deployments.map(({ id_, name_, deploy_time_ }) =>
    markOf([id_, name_, deploy_time_ === null ? null : source.localTime(deploy_time_)]),
  )
  const { workplaceId } = actor
  await runtime.db.withTransaction(actor, async (tx) => {
    // Two first moves at the same time know nothing of each other.
    await tx.batch([
      {
        name: 'move_in_source_lock',
        text: `select pg_advisory_xact_lock(hashtextextended('millrace move-in ' || $1::text, 0))`,
        values: [workplaceId],
      },
    ])
    const [rows] = await tx.batch([
      {
        name: 'move_in_source_find',
        text: `select count(*) > 0, count(*) filter (where source_id = any($3::text[])) > 0
          from moved_item where workplace_id = $1 and source = $2 and kind = 'source'`,
        values: [workplaceId, source.installation, marks],
      },
    ])
    const [hasMarks, isSame] = rows?.[0] ?? []
    if (hasMarks === 't' && isSame !== 't')
      throw new StartFailure(
        'Expected the database of Flowable from which rows were moved before, because its ids are numbers, but this is another one. Move it into another workplace. Nothing was moved.',
      )
    if (isDryRun) return
    await tx.commit([
      {
        name: 'move_in_source_mark',
        text: `insert into moved_item (workplace_id, source, kind, source_id, moved_at)
          select $1, $2, 'source', mark, $4 from unnest($3::text[]) mark on conflict do nothing`,
        values: [workplaceId, source.installation, marks, runtime.clock().toISOString()],
      },
    ])
  })
}

function isNumber(id: string): boolean {
  return String(Number(id)) === id
}

function markOf(deployment: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(deployment)).digest('hex')
}
