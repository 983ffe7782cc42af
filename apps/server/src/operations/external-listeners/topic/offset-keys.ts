import type { Statement } from '../../../platform/db/batch.ts'
import { digestOf } from '../messages/key-digest.ts'
import { shorten } from '../note-delivery.ts'
import type { TopicWatch } from './topic-watch.ts'

/** The position of a message in a topic. */
export interface OffsetOf {
  /** The digest of the cluster and the topic. */
  readonly place: Buffer
  readonly partition: number
  readonly offset: bigint
}

/** Returns the key of a message in the log of deliveries, calculated from its position. */
export function offsetKey(place: Buffer, partition: number, offset: bigint): Buffer {
  return digestOf(['offset', place.toString('hex'), partition, String(offset)])
}

/**
 * Returns the statement that takes the key from an accepted delivery with the same offset, as long as the position has not
 * passed it: that delivery is of a message that the cluster has lost since, and another one has its offset.
 */
export function freeOffsetStatement(
  { workplaceId, id }: TopicWatch,
  { place, partition, offset }: OffsetOf,
): Statement {
  return {
    name: 'external_topic_free_offset',
    text: `update external_delivery set id_key = null where workplace_id = $1 and listener_id = $2 and id_key = decode($3, 'hex')
        and outcome = 'accepted' and exists (select from external_topic_position where workplace_id = $1 and listener_id = $2
          and place = decode($4, 'hex') and partition = $5 and next_offset <= $6)`,
    values: [
      ...[workplaceId, id, offsetKey(place, partition, offset).toString('hex')],
      ...[place.toString('hex'), partition, String(offset)],
    ],
  }
}

/** Returns the statement that notes the messages with some offsets as failed, as far as they were to be tried again. */
export function failOffsetsStatement(
  { workplaceId, id }: TopicWatch,
  offsets: readonly OffsetOf[],
  fault: string,
): Statement {
  const keys = offsets.map(({ place, partition, offset }) => offsetKey(place, partition, offset).toString('hex'))
  return {
    name: 'external_topic_fail_offsets',
    text: `update external_delivery set outcome = 'failed', fault = $4 where workplace_id = $1 and listener_id = $2
        and id_key in (select decode(key, 'hex') from unnest($3::text[]) key) and outcome = 'claimed'`,
    values: [workplaceId, id, `{${keys.join(',')}}`, shorten(fault)],
  }
}
