import type { AnswerOf, standaloneCalls } from '@millrace/contract'
import type { AppContext } from '../../app-context.ts'
import { findWorkplaceId } from '../../platform/auth/find-workplace.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OutgoingAnswer } from '../../platform/outgoing/http-client.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'

type Verified = AnswerOf<typeof standaloneCalls.verifyCaptcha>

const timeoutMs = 10_000

/**
 * Asks the workplace's captcha service whether somebody has solved its riddle. The address of whoever asks stays here.
 *
 * @param workplaceId null for whoever is not signed in: the default workplace.
 */
export async function verifyCaptcha(
  { db, outgoing }: Pick<AppContext, 'db' | 'outgoing'>,
  workplaceId: string | null,
  response: string,
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
