import type { ProcessInstance } from '@millrace/engine'
import type { Statement } from '../../platform/db/batch.ts'
import type { EndedInstance } from '../history/history-rows.ts'

/** A user or group in whose lists an instance appears. */
export interface Reader {
  readonly instanceId: string
  readonly reader: string
}

/** A reader with the values that their lists show. */
export interface ListedReader {
  readonly instance: ProcessInstance
  readonly reader: string
  readonly endedAt: string
  readonly isCancelled: boolean
}

/**
 * Up to so many rows are a statement each. PostgreSQL then settles on one plan for good, where it plans one over arrays
 * again each time: that takes longer than the change.
 */
const singly = 4

/**
 * Returns the statements that insert rows of the view `instance_listed` from known values: only the name of the process
 * needs a query.
 */
export function insertListings(workplaceId: string, rows: readonly ListedReader[]): Statement[] {
  if (rows.length > singly) return [insertManyStatement(workplaceId, rows)]
  return rows.map(({ instance, reader, endedAt, isCancelled }) => ({
    name: 'instance_listing_insert_one',
    text: insertOneText,
    values: [
      workplaceId,
      instance.id,
      reader,
      instance.startedAt,
      endedAt,
      isCancelled,
      instance.definitionId,
      instance.title,
      instance.businessKey,
    ],
  }))
}

function insertText(source: string): string {
  return `insert into instance_listing (workplace_id, reader, started_at, instance_id, ended_at, is_cancelled, definition_id, process_key, process_name, title_key, business_key)
    select $1, r.reader, r.started_at, r.id, r.ended_at, r.is_cancelled, r.definition_id, d.key, millrace_listed_text(coalesce(d.name, d.key, '')),
      millrace_listed_title(r.title, r.business_key, coalesce(d.name, d.key), r.id), millrace_listed_text(r.business_key)
    from ${source} r (id, reader, started_at, ended_at, is_cancelled, definition_id, title, business_key)
      left join process_definition d on d.workplace_id = $1 and d.id = r.definition_id
    on conflict do nothing`
}

const insertOneText = insertText(
  '(values ($2::uuid, $3::text, $4::timestamptz, $5::timestamptz, $6::boolean, $7::uuid, $8::text, $9::text))',
)
const insertManyText = insertText(
  'unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::boolean[], $7::uuid[], $8::text[], $9::text[])',
)

function insertManyStatement(workplaceId: string, rows: readonly ListedReader[]): Statement {
  return {
    name: 'instance_listing_insert_many',
    text: insertManyText,
    values: [
      workplaceId,
      rows.map(({ instance }) => instance.id),
      rows.map(({ reader }) => reader),
      rows.map(({ instance }) => instance.startedAt),
      rows.map(({ endedAt }) => endedAt),
      rows.map(({ isCancelled }) => isCancelled),
      rows.map(({ instance }) => instance.definitionId),
      rows.map(({ instance }) => instance.title),
      rows.map(({ instance }) => instance.businessKey),
    ],
  }
}

/**
 * Returns the statements that delete rows which the view no longer has. Whether another open task names the same users
 * is checked in the tasks, up to the first match, because an instance can have ten thousand.
 */
export function dropListings(workplaceId: string, rootId: string, readers: readonly Reader[]): Statement[] {
  if (readers.length === 0) return []
  if (readers.length > singly || readers.some(({ reader }) => reader.startsWith('t:')))
    return [dropManyStatement(workplaceId, rootId, readers)]
  return readers.map(({ instanceId, reader }) => {
    const candidates = reader.startsWith('c:') ? 'candidate_users' : 'candidate_groups'
    return {
      name: `instance_listing_drop_${candidates}`,
      text: dropTexts[candidates],
      values: [workplaceId, instanceId, reader, rootId, reader.slice(2)],
    }
  })
}

/**
 * In the order of an index on the root: without one, PostgreSQL may look for the first through the tasks of all others.
 */
const dropText = (candidates: string) =>
  `delete from instance_listing where workplace_id = $1 and instance_id = $2 and reader = $3 and (
    select id from task where workplace_id = $1 and root_id = $4 and instance_id = $2 and $5 = any(${candidates}) order by element_id limit 1) is null`

const dropTexts = {
  candidate_users: dropText('candidate_users'),
  candidate_groups: dropText('candidate_groups'),
} as const

function dropManyStatement(workplaceId: string, rootId: string, readers: readonly Reader[]): Statement {
  return {
    name: 'instance_listing_drop_many',
    text: `delete from instance_listing l using unnest($2::uuid[], $3::text[]) r (id, reader)
      where l.workplace_id = $1 and l.instance_id = any($2::uuid[]) and l.instance_id = r.id and l.reader = r.reader
        and not coalesce(case when r.reader like 't:%'
          then (select true from instance_reader o where o.workplace_id = $1 and o.root_id = $4 and o.instance_id = r.id and o.reader = r.reader limit 1)
          else (select true from task t where t.workplace_id = $1 and t.root_id = $4 and t.instance_id = r.id
            and substr(r.reader, 3) = any(case when r.reader like 'c:%' then t.candidate_users else t.candidate_groups end) limit 1) end, false)`,
    values: [workplaceId, readers.map(({ instanceId }) => instanceId), readers.map(({ reader }) => reader), rootId],
  }
}

/** Returns the statements that update the entries in lists of instances whose name or version of a process has changed. */
export function renameListings(workplaceId: string, ids: readonly string[]): Statement[] {
  if (ids.length === 0) return []
  return [
    {
      name: 'instance_listing_rename',
      text: `update instance_listing l set title_key = i.title_key, business_key = i.business_key, definition_id = i.definition_id, process_key = i.process_key, process_name = i.process_name, is_filed = false from instance_listed i
      where l.workplace_id = $1 and l.instance_id = any($2::uuid[]) and i.workplace_id = $1 and i.instance_id = any($2::uuid[]) and i.instance_id = l.instance_id and i.ended_at = 'infinity'`,
      values: [workplaceId, ids],
    },
  ]
}

export function endListings(workplaceId: string, ended: readonly EndedInstance[]): Statement[] {
  if (ended.length > singly) return [endManyStatement(workplaceId, ended)]
  return ended.map(({ instance, endedAt, outcome }) => ({
    name: 'instance_listing_end_one',
    text: 'update instance_listing set ended_at = $3, is_cancelled = $4, is_filed = false where workplace_id = $1 and instance_id = $2',
    values: [workplaceId, instance.id, endedAt, outcome === 'deleted'],
  }))
}

function endManyStatement(workplaceId: string, ended: readonly EndedInstance[]): Statement {
  return {
    name: 'instance_listing_end_many',
    text: `update instance_listing l set ended_at = e.at, is_cancelled = e.outcome = 'deleted', is_filed = false
      from unnest($2::uuid[], $3::timestamptz[], $4::text[]) e (id, at, outcome)
      where l.workplace_id = $1 and l.instance_id = any($2::uuid[]) and l.instance_id = e.id`,
    values: [
      workplaceId,
      ended.map(({ instance }) => instance.id),
      ended.map(({ endedAt }) => endedAt),
      ended.map(({ outcome }) => outcome),
    ],
  }
}
