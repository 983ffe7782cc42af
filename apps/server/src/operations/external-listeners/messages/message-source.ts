import type { Statement } from '../../../platform/db/batch.ts'
import type { TakenMessage } from '../../../platform/outgoing/open-queue.ts'

/** The keys by which a message is recognised. One of them is null. */
export interface MessageKeys {
  /** The digest of the id that the sender gave, or of the position in a topic. */
  readonly idKey: Buffer | null
  /**
   * The digest of the content when the message has no id. It only counts until the broker has confirmed that the
   * message was accepted: equal messages without ids are different messages.
   */
  readonly bodyKey: Buffer | null
}

/** The result of handling a message that failed. */
export interface FailedMessage {
  /** Whether it stays where it is, and is tried again. Then nothing is noted. */
  readonly stays: boolean
  /** The reason why the message failed, or stays where it is. */
  readonly fault: string
  /** Why the listener counts as failing, too; null: it does not. */
  readonly warning: string | null
}

/**
 * The source of messages: a queue, which removes each processed message, or a topic, for which the position of each
 * partition moves on.
 */
export interface MessageSource<Message extends TakenMessage = TakenMessage> {
  /** Whether nothing is taken before an earlier message is processed. */
  readonly isOrdered: boolean
  keysOf(message: Message): MessageKeys
  /**
   * Returns statements that release the keys of an earlier message before the delivery of this one is recorded: another
   * message can have the same offset after a cluster has lost data.
   */
  freeKeys(message: Message): readonly Statement[]
  /** Returns statements for the transaction after which a message counts as processed. */
  listStatements(message: Message): readonly Statement[]
  /** Tells the broker that a message was processed, after that transaction. */
  accept(message: Message, about: { readonly deliveryId: string; readonly keys: MessageKeys }): Promise<void>
  /**
   * Copies a message that failed to the place for such messages, if there is one, before its delivery is noted.
   *
   * @param about.isKept whether the log keeps its content for a replay.
   */
  handleFailed(message: Message, about: { readonly fault: string; readonly isKept: boolean }): Promise<FailedMessage>
  /** Removes a message that failed, after its delivery was noted. */
  removeFailed(message: Message): void
  /** Returns whether a transaction failed because another server has processed the message meanwhile. */
  isLost(error: unknown): boolean
}
