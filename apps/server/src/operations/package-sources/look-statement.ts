import type { Statement } from '../../platform/db/batch.ts'

interface OrderedLook {
  readonly workplaceId: string
  /** The id of the source, and of its job. */
  readonly id: string
  readonly at: string
  /** Whether a user requested the check. Otherwise only a source with a schedule has a job. */
  readonly isAsked: boolean
}

/**
 * Returns the statement that makes the job of a package source due. One server holds the job at a time. A job that is
 * running has read the source before, and runs again afterwards.
 */
export function lookStatement({ workplaceId, id, at, isAsked }: OrderedLook): Statement {
  return {
    name: 'package_source_look',
    text: `insert into job (workplace_id, id, root_id, element_key, kind, due_at, retries, priority, is_exclusive, is_suspended, data, created_at)
      select workplace_id, id, id, 'package-source', 'listener', $3, 1, 0, false, false, case when $4 then '{"isAsked": true}'::jsonb else '{}' end, $3 from package_source
        where workplace_id = $1 and id = $2 and disabled_at is null and (every_minutes is not null or $4)
      on conflict (workplace_id, id) do update set
        due_at = case when job.locked_by is null then excluded.due_at else job.due_at end,
        data = coalesce(job.data, '{}') || excluded.data || case when job.locked_by is null then '{}'::jsonb else '{"isDueAgain": true}' end`,
    values: [workplaceId, id, at, isAsked],
  }
}
