import { hasFailed } from '../../../platform/db/batch.ts'
import type { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.ts'
import type { OpenTopic, TopicMessage } from '../../../platform/outgoing/topics.ts'
import type { MessageSource } from '../messages/message-source.ts'
import { freeOffsetStatement, offsetKey } from './offset-keys.ts'
import { moveName, moveStatement, type Positions } from './positions.ts'
import type { TopicWatch } from './topic-watch.ts'

interface Means {
  readonly topic: OpenTopic
  readonly place: Buffer
  /** Moves with each message that was processed. */
  readonly positions: Positions
  /** Describes why a message was not copied. */
  readonly describe: (failure: OutgoingFailure) => string
}

/**
 * Creates the source of the messages of a topic. The position of its partition moves in the transaction of a message, and
 * only from the position before. So a message is processed once, whatever happens to the connection or the server.
 */
export function createTopicSource(
  watch: TopicWatch,
  { topic, place, positions, describe }: Means,
): MessageSource<TopicMessage> {
  const { failedTopic } = watch.settings
  const move = ({ partition, offset }: TopicMessage) => {
    positions.set(partition, offset + 1n)
  }
  return {
    isOrdered: true,
    keysOf: ({ partition, offset }) => ({ idKey: offsetKey(place, partition, offset), bodyKey: null }),
    freeKeys: ({ partition, offset }) => [freeOffsetStatement(watch, { place, partition, offset })],
    listStatements: ({ partition, offset }) => [
      moveStatement(watch, { place, partition, from: positions.get(partition) ?? offset, to: offset + 1n }),
    ],
    accept: async (message) => move(message),
    // A message that stays would keep all messages behind it in its partition.
    handleFailed: async (message, { fault, isKept }) => {
      const refused = failedTopic === '' ? null : await topic.copyTo(failedTopic, message, fault)
      if (refused === null && (isKept || failedTopic !== '')) return { stays: false, fault, warning: null }
      const where = `at offset ${message.offset} of partition ${message.partition}`
      const rest = isKept ? 'The log keeps its content for a replay' : 'Its content is too large for a replay'
      const copied = refused?.mayHaveArrived
        ? 'It is not known whether the message was copied.'
        : 'The message was not copied.'
      const why = `${fault}${refused === null ? '' : ` ${describe(refused)}`} ${copied} ${rest}, and the topic has it ${where}.`
      return { stays: false, fault: why, warning: why }
    },
    removeFailed: move,
    isLost: (error) => hasFailed(error, moveName),
  }
}
