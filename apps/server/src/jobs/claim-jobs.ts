import type { ResultRows, Statement } from '../platform/db/batch.ts'
import type { Database } from '../platform/db/database.ts'
import { jobKinds } from './kinds/index.ts'
import type { JobKind } from './kinds/job-handler.ts'
import type { ClaimedJob } from './leases.ts'

export interface Claim {
  readonly workerId: string
  readonly now: Date
  /** When another worker may take them, should this one die. */
  readonly leaseEnd: Date
  /** Each is served apart. */
  readonly orders: readonly ClaimOrder[]
}

/** The number of jobs of one sort that a worker can take. */
export interface ClaimOrder {
  readonly sort: JobSort
  readonly limit: number
  /** At most of one workplace. */
  readonly ofWorkplace: number
  /** Workplaces of which this worker has enough. */
  readonly without: readonly string[]
  /** A point in the circle of workplaces: those behind it come first. */
  readonly from: string
}

/** The sort of a job, by its duration: steps of the engine are short; outside work can be slow. */
export type JobSort = 'step' | 'outside'

/**
 * Returns whether jobs of a kind call other servers, which can be slow. The index `job_turn` separates jobs by the same
 * kinds.
 */
export function isOutside(kind: JobKind): boolean {
  return kind === 'work' || kind === 'mail' || kind === 'directory' || kind === 'listener'
}

export interface Claimed {
  readonly jobs: readonly ClaimedJob[]
  /**
   * Whether these are all due jobs that nobody else is claiming. False when no jobs were found, because there may be
   * more workplaces than one claim looks at.
   */
  readonly isComplete: boolean
  /** When the next job becomes free that is not yet: the earliest that waiting makes sense for. Null: there is none. */
  readonly nextAt: Date | null
}

/**
 * Claims due jobs of all open workplaces in turn: the first job of each, then the second of each. Within a workplace,
 * the highest priority comes first, then the oldest job. Jobs that another worker is claiming are skipped. Exclusive
 * jobs of a root wait while another worker runs one of them; the lock of the root separates all other steps.
 */
export async function claimJobs(db: Database, { workerId, now, leaseEnd, orders }: Claim): Promise<Claimed> {
  const times = [now.toISOString(), leaseEnd.toISOString()] as const
  return db.withPlatformTransaction('worker', async (tx) => {
    const [, ...results] = await tx.commit([
      byIndexes,
      ...orders.map((order) => claimStatement(order, workerId, times)),
      nextStatement(now),
    ])
    const next = results.at(-1)?.[0]?.[0]
    const claimed = results.slice(0, -1)
    return {
      jobs: claimed.flatMap((rows) => readClaimed(rows, workerId)),
      isComplete: claimed.flat().length > 0 && orders.every((order, index) => isAll(order, claimed[index] ?? [])),
      nextAt: next == null ? null : new Date(Number(next) * 1000),
    }
  })
}

/** How many of the jobs that wait longest show in which workplaces jobs are due. */
const maxOldest = 500

/** Whether an order got all that is due: more fits, in all and of each workplace, and no workplace was skipped. */
function isAll({ limit, ofWorkplace, without }: ClaimOrder, rows: ResultRows): boolean {
  if (rows.length >= limit || without.length > 0) return false
  const counts = new Map<string | null | undefined, number>()
  for (const [workplaceId] of rows) counts.set(workplaceId, (counts.get(workplaceId) ?? 0) + 1)
  return [...counts.values()].every((count) => count < ofWorkplace) && rows.every((row) => row[hasFewColumn] === 't')
}

const isOpen = 'retries > 0 and not is_suspended'

/** The next workplace in the circle that has jobs, due or not. */
const nextPlace = (after: string) =>
  `coalesce((select workplace_id from job j where ${isOpen} and j.workplace_id > ${after} order by workplace_id limit 1),
    (select workplace_id from job j where ${isOpen} order by workplace_id limit 1))`

/**
 * Jobs come by thousands in a moment, and PostgreSQL counts rows once a minute: it must not choose by how many it
 * thinks there are. Every way but by the indexes reads all of them.
 */
const byIndexes: Statement = {
  name: 'job_by_indexes',
  text: `select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true), set_config('enable_incremental_sort', 'off', true)`,
  values: [],
}

/**
 * PostgreSQL would know that the opposite of what the index has is something else, and not use the index: so it may not
 * know which of both is asked for before it runs.
 */
const isOfSort = `(j.kind in ('work', 'mail', 'directory', 'listener')) = (select $6::boolean)`

/** How many priorities of a workplace are looked at one by one. Where there are more, its jobs are, in their order. */
const maxRanks = 50

/**
 * The next lower priority that a workplace has jobs of, due or not. The order is all that `job_turn` has: by the
 * priority alone, PostgreSQL could also choose the index of a list, and read all jobs of a workplace without one of this
 * sort.
 */
const nextRank = (workplaceId: string, below?: string) =>
  `select priority from job j where j.workplace_id = ${workplaceId} and ${isOfSort} and ${isOpen}${below === undefined ? '' : ` and j.priority < ${below}`} order by priority desc, free_at limit 1`

/** The jobs of a workplace that can be claimed, but for those of exclusive work beside other such work of their root. */
const dueJobs = (workplaceId: string) =>
  `select ctid as place_in_table, workplace_id, attempts, priority, free_at from job j
    where j.workplace_id = ${workplaceId} and ${isOfSort} and free_at <= $1 and ${isOpen} and kind = any($5)
      and (kind <> 'work' or not is_exclusive or not exists (
        select from job o where o.workplace_id = j.workplace_id and o.root_id = j.root_id and o.kind = 'work' and o.is_exclusive and o.locked_until > $1))`

/**
 * Returns the statement that claims jobs. First it chooses the workplaces of the five hundred jobs that wait longest.
 * If there are that many, one workplace may have all of them, so a hundred workplaces with jobs are looked up one by
 * one, by an index skip scan. So are the priorities of each workplace: the index has the times of one priority in order, and
 * PostgreSQL before 18 would read all timers that wait to find those that are due. A lease is at least as long as it should be by PostgreSQL's clock, because ours may stop
 * while the machine sleeps. Chosen jobs are passed as arrays, of which the planner expects few, and by their position
 * in the table, which is stable while they are locked: otherwise PostgreSQL could use the wrong index while its
 * statistics say that there are few jobs.
 */
function claimStatement(
  { sort, limit, ofWorkplace, without, from }: ClaimOrder,
  workerId: string,
  [now, leaseEnd]: readonly [string, string],
): Statement {
  return {
    name: 'job_claim',
    text: `with recursive oldest as materialized (
        select workplace_id from job where free_at <= $1 and ${isOpen} order by free_at limit ${maxOldest}),
      leap (workplace_id, first, count) as (
        select p.id, p.id, 1 from (select ${nextPlace('$9::uuid')} as id) p where (select count(*) from oldest) = ${maxOldest} and p.id is not null
        union all
        select p.id, leap.first, leap.count + 1 from leap cross join lateral (select ${nextPlace('leap.workplace_id')} as id) p
          where leap.count < 100 and p.id <> leap.first),
      place as materialized (
        select workplace_id from (select workplace_id from oldest union select workplace_id from leap) p
        where workplace_id <> all($7::uuid[]) and workplace_id not in (select workplace_id from workplace where suspended_at is not null or moving_at is not null)),
      ranked as materialized (
        select place.workplace_id, l.ranks from place cross join lateral (
          with recursive rank (priority, count) as (
            select p.priority, 1 from (${nextRank('place.workplace_id')}) p
            union all
            select p.priority, rank.count + 1 from rank cross join lateral (${nextRank('place.workplace_id', 'rank.priority')}) p where rank.count < ${maxRanks})
          select array_agg(priority order by priority desc) as ranks from rank) l),
      due as materialized (
        select d.*, row_number() over (partition by d.workplace_id order by d.priority desc, d.free_at) as turn
        from ranked cross join lateral (
          (select found.* from unnest(ranks) with ordinality r (priority, position) cross join lateral (
            ${dueJobs('ranked.workplace_id')} and j.priority = r.priority order by free_at limit $8 for update skip locked) found
            where cardinality(ranks) < ${maxRanks} limit $8)
          union all
          (select found.* from (
            ${dueJobs('ranked.workplace_id')} and cardinality(ranks) >= ${maxRanks} order by priority desc, free_at limit $8 for update skip locked) found)) d),
      chosen as materialized (
        select place_in_table, attempts from due order by turn, workplace_id <= $9::uuid, workplace_id limit $2)
      update job j set locked_until = greatest($3::timestamptz, now() + ($3::timestamptz - $1::timestamptz)), locked_by = $4, attempts = greatest(j.attempts, 1)
        from unnest(array(select place_in_table from chosen), array(select attempts from chosen)) mine (place_in_table, attempts)
        where j.ctid = mine.place_in_table
        returning j.workplace_id, j.id, j.root_id, j.kind, j.is_exclusive, j.priority, extract(epoch from coalesce(j.due_at, j.created_at)), mine.attempts,
          case j.kind when 'work' then coalesce(j.data->'request'->>'url', 'adapter ' || (j.data->'request'->>'adapter'), j.data->'request'->>'service') when 'mail' then 'mail' when 'directory' then 'directory' when 'listener' then 'listener' end,
          (select count(*) from oldest) < ${maxOldest}`,
    values: [now, limit, leaseEnd, workerId, jobKinds, sort === 'outside', without, ofWorkplace, from],
  }
}

function nextStatement(now: Date): Statement {
  return {
    name: 'job_next',
    text: `select extract(epoch from free_at) from job where free_at > $1 and ${isOpen} order by free_at limit 1`,
    values: [now.toISOString()],
  }
}

/** The column of a claimed job that says whether the oldest jobs show all workplaces with due jobs. */
const hasFewColumn = 9

function readClaimed(rows: ResultRows, workerId: string): ClaimedJob[] {
  return [...rows]
    .sort((a, b) => Number(b[5]) - Number(a[5]) || Number(a[6]) - Number(b[6]))
    .map(([workplaceId, id, rootId, kind, isExclusive, , , attempts, asked]) => ({
      workplaceId: workplaceId as string,
      id: id as string,
      rootId: rootId as string,
      kind: kind as JobKind,
      isExclusive: isExclusive === 't',
      attempts: Number(attempts),
      host: asked == null ? null : (URL.parse(asked)?.host ?? asked),
      workerId,
    }))
}
