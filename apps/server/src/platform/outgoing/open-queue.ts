/** A message that is sent to a broker. */
export interface SentMessage {
  /** Empty: the default exchange. */
  readonly exchange: string
  readonly routingKey: string
  /** The id by which receivers recognise a repeated message; empty for none. */
  readonly id: string
  readonly headers: Readonly<Record<string, unknown>>
  /** The media type of the body; null: there is no body. */
  readonly type: string | null
  readonly body: Uint8Array
}

/** A message that was taken from a queue, which the broker keeps until it is accepted or rejected. */
export interface TakenMessage {
  /** The id of its sender; empty: it has none. */
  readonly id: string
  readonly correlationId: string
  readonly exchange: string
  readonly routingKey: string
  /** The media type of the body; empty: the sender names none. */
  readonly type: string
  /** When the sender has sent it, by the clock of the sender. Null: it does not say. */
  readonly sentAt: Date | null
  readonly headers: Readonly<Record<string, unknown>>
  /** Null: it is larger than the limit, and was not read. */
  readonly body: Uint8Array | null
  readonly size: number
  /** Whether it was given to a consumer before, which did not accept it. */
  readonly isRedelivered: boolean
  /** Messages that are left in the queue. */
  readonly waiting: number
  /** The number of the delivery on this connection. */
  readonly tag: number
}

/** A queue of a broker, as long as its connection is open. */
export interface OpenQueue {
  /** Takes the next message; null when the queue is empty. */
  take(): Promise<TakenMessage | null>
  /** Removes a message from the queue. The broker does not answer. */
  accept(message: TakenMessage): void
  /** Waits until the broker has processed that messages were accepted: it processes everything in its order. */
  settle(): Promise<void>
  /** Rejects a message: the broker dead-letters it where that is set up, and drops it otherwise. */
  reject(message: TakenMessage): void
  /**
   * Puts a copy of a message that was read into another queue, with the reason. The message itself is neither accepted
   * nor rejected.
   *
   * @returns why the broker has not confirmed the copy; null: it has.
   * @throws OutgoingFailure where nothing else can be done with the queue any more.
   */
  copyTo(queue: string, message: TakenMessage, reason: string): Promise<string | null>
  /** Closes the connection in order, after the broker has processed everything that was accepted. */
  close(): Promise<void>
}
