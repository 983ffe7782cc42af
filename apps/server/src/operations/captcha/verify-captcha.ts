import type { AnswerOf, standaloneCalls } from '@millrace/contract'
import { countTry } from '../../platform/auth/count-try.ts'
import { findWorkplaceId } from '../../platform/auth/find-workplace.ts'
import { isTooMany, type TooMany } from '../../platform/auth/too-many.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OutgoingAnswer, OutgoingClient } from '../../platform/outgoing/http-client.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import type { OperationContext } from '../operation-context.ts'

type Verified = AnswerOf<typeof standaloneCalls.verifyCaptcha>

/** The way to captcha services. */
interface Outgoing {
  readonly outgoing: OutgoingClient
}

/** The riddle that somebody says to have solved. */
interface Riddle {
  /** Null for whoever is not signed in: the default workplace. */
  readonly workplaceId: string | null
  /** Whoever solved it comes from there. It stays here. */
  readonly address: string
  readonly response: string
}

const timeoutMs = 10_000

/** In a minute from one address. */
const mostTries = 10

/**
 * Asks the workplace's captcha service whether somebody has solved its riddle. Whatever is wrong is paid for by whoever
 * sends it: each try is a call of ours to somebody else.
 */
export async function verifyCaptcha(
  context: OperationContext & Outgoing,
  riddle: Riddle,
): Promise<Verified | Refusal | TooMany> {
  const counted = await countTry(context, `captcha ${riddle.address}`, mostTries)
  if (isTooMany(counted)) return counted
  const verified = await askService(context, riddle)
  if (!(verified instanceof Refusal)) await counted.succeeded()
  return verified
}

async function askService(
  { db, outgoing }: OperationContext & Outgoing,
  { workplaceId, response }: Riddle,
): Promise<Verified | Refusal> {
  const workplace = workplaceId ?? (await findWorkplaceId(db, null))
  const settings = workplace === null ? null : await readSettings(db, workplace)
  const url = settings?.['captcha.verifyUrl'] ?? null
  const secret = settings?.['captcha.secret'] ?? null
  if (url === null || secret === null)
    return refuse(
      'captcha.unavailable',
      'Expected a captcha service to ask, but the workplace has none. An administrator can set one up.',
    )
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
    return isSolved ? { success: true } : unsolved
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
  'Expected the captcha service to say whether the captcha was solved, but it does not answer. Try again in a moment.',
)

const unsolved = refuse(
  'captcha.refused',
  'Expected a captcha that was just solved, but this one was not, or it is too old. Solve it again.',
)
