import type { Statement } from '../platform/db/batch.ts'

interface Order {
  readonly workplaceId: string
  /** The id of the job, which is also the id of the import, batch or mail. */
  readonly id: string
  /** The name of the job in lists of jobs. */
  readonly name: string
  /** The kind of job that does the work. */
  readonly kind: 'package' | 'batch' | 'mail' | 'simulation'
  readonly at: string
}

/** Returns the statement that creates a job which is due at `at` and has three tries. */
export function orderStatement({ workplaceId, id, name, kind, at }: Order): Statement {
  return {
    name: 'job_order',
    text: `insert into job (workplace_id, id, root_id, element_key, kind, due_at, retries, priority, is_exclusive, is_suspended, created_at)
      values ($1, $2, $2, $3, $4, $5, 3, 0, false, false, $5)`,
    values: [workplaceId, id, name, kind, at],
  }
}
