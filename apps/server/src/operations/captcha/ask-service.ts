import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OutgoingAnswer, OutgoingClient } from '../../platform/outgoing/http-client.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'

/** The riddle of a service that somebody says to have solved. */
interface Question {
  readonly url: string
  /** Ours, at the service. */
  readonly secret: string
  readonly response: string
}

const timeoutMs = 10_000

/**
 * Asks a captcha service whether a captcha was solved. The service confirms each solution once. Returns null if it was,
 * otherwise a refusal.
 */
export async function askService(
  outgoing: OutgoingClient,
  { url, secret, response }: Question,
): Promise<Refusal | null> {
  try {
    const answer = await outgoing.send({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({ secret, response }).toString(),
      timeoutMs,
    })
    const isSolved = readVerdict(answer)
    if (isSolved === null) return unreadable
    return isSolved ? null : unsolved
  } catch (error) {
    // Where the service is, and why it cannot be reached, is for administrators only.
    if (error instanceof OutgoingFailure) return unreadable
    throw error
  }
}

/** Null where the answer says neither. */
function readVerdict({ statusCode, body }: OutgoingAnswer): boolean | null {
  if (statusCode !== 200) return null
  try {
    const answer: unknown = JSON.parse(body)
    const success = typeof answer === 'object' && answer !== null && 'success' in answer ? answer.success : null
    return typeof success === 'boolean' ? success : null
  } catch {
    return null
  }
}

const unreadable = refuse(
  'captcha.unavailable',
  'Expected an answer of the captcha service, but it does not answer. Try again in a moment.',
)

export const unsolved = refuse(
  'captcha.refused',
  'Expected a captcha that was solved recently, but this one was not solved or is too old. Solve it again.',
)
