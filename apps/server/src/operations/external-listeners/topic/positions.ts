import { sql } from 'kysely'
import type { Statement } from '../../../platform/db/batch.ts'
import { runSql } from '../../../platform/list/sql.ts'
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.ts'
import type { OpenTopic } from '../../../platform/outgoing/topics.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { logActor } from '../look-at-folder.ts'
import { digestOf } from '../messages/key-digest.ts'
import { shorten } from '../note-delivery.ts'
import { failOffsetsStatement, type OffsetOf } from './offset-keys.ts'
import type { TopicWatch } from './topic-watch.ts'

/** The offset of the next message of each partition. */
export type Positions = Map<number, bigint>

/** The name of the statement that `moveStatement` returns, by which its errors are recognized. */
export const moveName = 'external_topic_move'

export interface Move {
  readonly place: Buffer
  readonly partition: number
  readonly from: bigint
  readonly to: bigint
}

/** Returns the statement that moves the position of a partition. It fails where another server has moved it meanwhile. */
export function moveStatement({ workplaceId, id }: TopicWatch, { place, partition, from, to }: Move): Statement {
  return {
    name: moveName,
    text: `with moved as (update external_topic_position set next_offset = $6 where workplace_id = $1 and listener_id = $2
        and place = decode($3, 'hex') and partition = $4 and next_offset = $5 returning partition)
      select 1 / count(*) from moved`,
    values: [workplaceId, id, place.toString('hex'), partition, String(from), String(to)],
  }
}

/**
 * Returns the positions of all partitions of a topic. At the first check, they are where the settings say. A partition that
 * is added later, and a topic that was created again, start with their first messages, because these arrived while the
 * listener existed. Messages of the topic before are not tried again.
 *
 * @throws OutgoingFailure where the leader of a partition has no answer at the first check.
 */
export async function loadPositions(
  runtime: Runtime,
  watch: TopicWatch,
  { topic, place }: { readonly topic: OpenTopic; readonly place: Buffer },
): Promise<Positions> {
  const { workplaceId, id, settings } = watch
  const known = await readPositions(runtime, watch, place)
  const missing = topic.partitions.filter((partition) => !known.has(partition))
  if (missing.length === 0) return known
  const ends = await topic.ends(missing)
  const named = digestOf([watch.standIn, topic.clusterId, settings.topic])
  const before = known.size === 0 ? await readPositionsBefore(runtime, watch, named) : []
  const isFirst = known.size === 0 && before.length === 0
  const starts: { partition: number; offset: bigint }[] = []
  for (const [partition, end] of ends)
    if (!(end instanceof OutgoingFailure))
      starts.push({ partition, offset: isFirst && settings.start === 'new' ? end.next : end.first })
    else if (isFirst) throw end
  await runtime.db.withTransaction(logActor(workplaceId), (tx) =>
    tx.commit([
      {
        name: 'external_topic_start',
        text: `insert into external_topic_position (workplace_id, listener_id, topic, place, partition, next_offset)
          select $1, l.id, decode($6, 'hex'), decode($3, 'hex'), s.partition, s.next_offset
            from external_listener l, unnest($4::int[], $5::bigint[]) s (partition, next_offset)
            where l.workplace_id = $1 and l.id = $2 on conflict do nothing`,
        values: [
          ...[workplaceId, id, place.toString('hex')],
          `{${starts.map(({ partition }) => partition).join(',')}}`,
          `{${starts.map(({ offset }) => offset).join(',')}}`,
          named.toString('hex'),
        ],
      },
      ...leaveStatements(watch, { named, before: before.filter((one) => !one.place.equals(place)) }),
    ]),
  )
  return readPositions(runtime, watch, place)
}

async function readPositions({ db }: Runtime, { workplaceId, id }: TopicWatch, place: Buffer): Promise<Positions> {
  const rows = await db.read({ workplaceId }, (tx) =>
    runSql<{ partition: number; next_offset: string }>(
      tx,
      sql`select partition, next_offset::text from external_topic_position
        where workplace_id = ${workplaceId} and listener_id = ${id} and place = ${place}`,
    ),
  )
  return new Map(rows.map((row) => [row.partition, BigInt(row.next_offset)]))
}

/** Reads the positions of a topic of this name that the listener had before, at the same cluster and in the same environment. */
async function readPositionsBefore(
  { db }: Runtime,
  { workplaceId, id }: TopicWatch,
  named: Buffer,
): Promise<readonly OffsetOf[]> {
  const rows = await db.read({ workplaceId }, (tx) =>
    runSql<{ place: Buffer; partition: number; next_offset: string }>(
      tx,
      sql`select place, partition, next_offset::text from external_topic_position
        where workplace_id = ${workplaceId} and listener_id = ${id} and topic = ${named}`,
    ),
  )
  return rows.map(({ place, partition, next_offset }) => ({ place, partition, offset: BigInt(next_offset) }))
}

/**
 * Returns the statements for a topic that was created again. Messages that were to be tried again do not exist any more.
 * The rows of the topic before stay, because another server may still get its id from the cluster; rows of topics before
 * that are deleted.
 */
function leaveStatements(
  watch: TopicWatch,
  { named, before }: { readonly named: Buffer; readonly before: readonly OffsetOf[] },
): readonly Statement[] {
  if (before.length === 0) return []
  const why = `Expected the topic “${watch.settings.topic}” that had this message, but it was deleted and created again. The message was not processed.`
  return [
    failOffsetsStatement(watch, before, why),
    {
      name: 'external_topic_leave',
      text: `delete from external_topic_position p where p.workplace_id = $1 and p.listener_id = $2 and p.topic = decode($3, 'hex')
        and exists (select from external_topic_position n where n.workplace_id = $1 and n.listener_id = $2
          and n.topic = p.topic and n.place <> p.place and n.started_at > p.started_at
          and n.started_at < now() - interval '1 hour')`,
      values: [watch.workplaceId, watch.id, named.toString('hex')],
    },
  ]
}

/** The state of a partition after a check. */
export interface PartitionState {
  readonly partition: number
  /** Messages that wait; the number includes marks of transactions. Null: unknown, so the stored number stays. */
  readonly waiting: bigint | null
  readonly fault: string | null
}

/** Stores the states of some partitions. @returns the messages that wait in all of them, and the first fault. */
export async function writeStates(
  { db }: Runtime,
  { workplaceId, id }: TopicWatch,
  { place, states }: { readonly place: Buffer; readonly states: readonly PartitionState[] },
): Promise<{ readonly waiting: number; readonly fault: string | null }> {
  const key = place.toString('hex')
  const [, rows] = await db.withTransaction(logActor(workplaceId), (tx) =>
    tx.commit([
      {
        name: 'external_topic_state',
        text: `update external_topic_position p set waiting = coalesce(s.waiting, p.waiting), fault = s.fault
          from json_to_recordset($4::json) s (partition int, waiting bigint, fault text)
          where p.workplace_id = $1 and p.listener_id = $2 and p.place = decode($3, 'hex') and p.partition = s.partition
            and (p.waiting, p.fault) is distinct from (coalesce(s.waiting, p.waiting), s.fault)`,
        values: [
          ...[workplaceId, id, key],
          JSON.stringify(
            states.map(({ partition, waiting, fault }) => ({
              partition,
              waiting: waiting === null ? null : String(waiting),
              fault: shorten(fault),
            })),
          ),
        ],
      },
      {
        name: 'external_topic_states',
        text: `select least(sum(waiting), 2147483647)::int, (array_agg(fault order by partition) filter (where fault is not null))[1]
          from external_topic_position where workplace_id = $1 and listener_id = $2 and place = decode($3, 'hex')`,
        values: [workplaceId, id, key],
      },
    ]),
  )
  const [waiting, fault] = rows?.[0] ?? []
  return { waiting: Number(waiting ?? 0), fault: fault ?? null }
}
