import { ResponseError } from '@platformatic/kafka'
import { OutgoingFailure } from '../outgoing-failure.ts'

/** Returns the number of the error in an answer of a broker (the error codes of the Kafka protocol); null: another error. */
export function codeOf(error: unknown): number | null {
  if (!(error instanceof ResponseError)) return null
  const [first] = error.errors as readonly { readonly apiCode?: unknown }[]
  return typeof first?.apiCode === 'number' ? first.apiCode : null
}

/**
 * Returns the answer of a broker that an error of the library was created from, because other parts of that answer can
 * be used; null for other errors.
 */
export function answerWith<Answer>(error: unknown): Answer | null {
  return error instanceof ResponseError ? ((error as { readonly response?: Answer }).response ?? null) : null
}

/** Error codes of the protocol. */
export const codes = {
  outOfRange: 1,
  unknownTopic: 3,
  notLeader: 6,
  timedOut: 7,
  refused: 29,
  unsupported: 35,
} as const

/** Describes an error of a broker for a topic. The texts of the broker are not used. */
export function describeTopicFault(code: number, host: string, topic: string): OutgoingFailure {
  if (code === codes.unknownTopic)
    return new OutgoingFailure(
      `Expected the topic “${topic}” at ${host}, but it does not exist. Create it, or check its name.`,
      { isFinal: true },
    )
  if (code === codes.refused)
    return new OutgoingFailure(
      `Expected the permission for the topic “${topic}” at ${host}, but the broker refuses. Check the permissions of the user.`,
      { isFinal: true },
    )
  if (code === codes.unsupported)
    return new OutgoingFailure(`Expected Kafka 2.8 or newer at ${host}, but it is older.`, { isFinal: true })
  return new OutgoingFailure(`Expected ${host} to answer for the topic “${topic}”, but it refuses (code ${code}).`)
}

/** Describes an error of a request that concerns a topic. */
export function describeFault(error: unknown, host: string, topic: string): unknown {
  const code = codeOf(error)
  if (code !== null) return describeTopicFault(code, host, topic)
  if (error instanceof OutgoingFailure || isNetworkError(error)) return error
  return new OutgoingFailure(`Expected an answer of Kafka from ${host}, but it cannot be read.`)
}

function isNetworkError(error: unknown): boolean {
  return typeof (error as NodeJS.ErrnoException | null)?.syscall === 'string'
}
