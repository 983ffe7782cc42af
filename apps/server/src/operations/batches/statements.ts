import type { Statement } from '../../platform/db/batch.ts'

/** The number of items for which a seed job creates jobs, as in Camunda. */
export const itemsOfSeed = 100

/** The retries of the job of an item that an operator runs by hand. */
export const triesOfItem = 3

interface Place {
  readonly workplaceId: string
  readonly id: string
}

/** Returns the statement that creates the job for the remaining items of a batch, under the id of the batch. */
export function jobStatement({ workplaceId, id }: Place, at: string): Statement {
  return {
    name: 'batch_job',
    text: `insert into job (workplace_id, id, root_id, element_key, kind, due_at, retries, priority, is_exclusive, is_suspended, created_at)
      select workplace_id, id, id, 'batch', 'batch', $3, 3, 0, false, is_suspended, $3 from batch where workplace_id = $1 and id = $2 and state = 'waiting'
      on conflict do nothing`,
    values: [workplaceId, id, at],
  }
}

/** Returns the statement that makes the next items of a batch ready to be processed. */
export function seedStatement({ workplaceId, id }: Place): Statement {
  return {
    name: 'batch_seed',
    text: `update batch set seeded = least(total, seeded + ${itemsOfSeed}), seed_job_id = gen_random_uuid() where workplace_id = $1 and id = $2 and seeded < total returning seeded`,
    values: [workplaceId, id],
  }
}

/**
 * Returns the statement that marks an item as done. It fails the transaction when another server has already processed
 * the item, or when the batch is suspended or has ended.
 */
export function doneStatement({ workplaceId, id }: Place, position: number, at: string): Statement {
  return {
    name: 'batch_item_done',
    text: `with done as (update batch_item set state = 'done', code = null, message = null where workplace_id = $1 and batch_id = $2 and position = $3 and state = 'waiting' returning 1),
        counted as (update batch b set done = b.done + 1, first_done_at = coalesce(b.first_done_at, $4) from done where b.workplace_id = $1 and b.id = $2)
      select millrace_expect_one((select count(*) from done))`,
    values: [workplaceId, id, position, at],
  }
}

/**
 * Returns whether a transaction failed because another server had already processed the item of its `doneStatement`.
 */
export function isDoneByOther(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'MR001'
}

/**
 * Returns the statement that marks an item as failed, with the reason. Without retries left, the item waits until
 * somebody retries it.
 */
export function failedStatement(
  { workplaceId, id }: Place,
  { position, tries, code, message }: { position: number; tries: number; code: string; message: string },
): Statement {
  return {
    name: 'batch_item_fail',
    text: `with failed as (update batch_item set state = case when $6::int > 0 then 'waiting' else 'failed' end, retries = $6, code = $4, message = $5
        where workplace_id = $1 and batch_id = $2 and position = $3 and state = 'waiting' returning state)
      update batch b set failed = b.failed + 1 from failed where b.workplace_id = $1 and b.id = $2 and failed.state = 'failed'`,
    values: [workplaceId, id, position, code, message, tries],
  }
}

/** Returns the statement that ends a batch when no item waits any more, and deletes its job. */
export function endStatement({ workplaceId, id }: Place, at: string): Statement {
  return {
    name: 'batch_end',
    text: `with ended as (update batch b set state = 'done', ended_at = $3, seeded = total where b.workplace_id = $1 and b.id = $2 and b.state = 'waiting'
        and not exists (select from batch_item i where i.workplace_id = $1 and i.batch_id = $2 and i.state = 'waiting') returning b.id)
      delete from job j using ended where j.workplace_id = $1 and j.id = ended.id`,
    values: [workplaceId, id, at],
  }
}

/** Returns the statement that ends a batch and its job, and leaves the remaining items unprocessed. */
export function cancelStatement({ workplaceId, id }: Place, at: string): Statement {
  return {
    name: 'batch_cancel',
    text: `with ended as (update batch set state = 'cancelled', ended_at = $3, is_suspended = false where workplace_id = $1 and id = $2
        and (state = 'waiting' or state = 'done' and failed > 0) returning id)
      delete from job j using ended where j.workplace_id = $1 and j.id = ended.id`,
    values: [workplaceId, id, at],
  }
}

/** Returns the statement that suspends a batch or lets it continue. */
export function suspendStatement({ workplaceId, id }: Place, isSuspended: boolean): Statement {
  return {
    name: 'batch_suspend',
    text: `with changed as (update batch set is_suspended = $3 where workplace_id = $1 and id = $2 and (state = 'waiting' or state = 'done' and failed > 0) returning id),
        job as (update job j set is_suspended = $3 from changed where j.workplace_id = $1 and j.id = changed.id)
      select id from changed`,
    values: [workplaceId, id, isSuspended],
  }
}

/** Returns the statements that retry failed items of a batch: all failed items, or the item of one job. */
export function retryStatements(
  { workplaceId, id }: Place,
  { tries, jobId, at }: { readonly tries: number; readonly jobId: string | null; readonly at: string },
): Statement[] {
  return [
    {
      name: 'batch_retry',
      text: `with again as (update batch_item set state = case when $4::int > 0 then 'waiting' else 'failed' end, retries = $4
          where workplace_id = $1 and batch_id = $2 and state <> 'done' and ($3::uuid is null and state = 'failed' or job_id = $3) returning state),
          count as (select count(*) as number from again)
        update batch b set state = case when $4::int > 0 then 'waiting' else b.state end, ended_at = case when $4::int > 0 then null else b.ended_at end
        from count where b.workplace_id = $1 and b.id = $2 and count.number > 0 and b.state in ('waiting', 'done') returning b.id`,
      values: [workplaceId, id, jobId, tries],
    },
    {
      name: 'batch_count_failed',
      text: `update batch b set failed = (select count(*) from batch_item i where i.workplace_id = $1 and i.batch_id = $2 and i.state = 'failed') where b.workplace_id = $1 and b.id = $2`,
      values: [workplaceId, id],
    },
    jobStatement({ workplaceId, id }, at),
  ]
}

/** Deletes the batches on tasks of a user who is being deleted: nobody else could see or end them. */
export function deleteTaskBatchesOf(workplaceId: string, userId: string): Statement {
  return {
    name: 'batch_delete_user',
    text: `with gone as (delete from batch where workplace_id = $1 and user_id = $2 and kind = 'task-action' returning id)
      delete from job j using gone where j.workplace_id = $1 and j.id = gone.id`,
    values: [workplaceId, userId],
  }
}
