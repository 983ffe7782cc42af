import type { AnswerOf, standaloneCalls } from '@millrace/contract'
import { countTry } from '../../platform/auth/count-try.ts'
import { findWorkplaceId } from '../../platform/auth/find-workplace.ts'
import { networkOf } from '../../platform/auth/origin.ts'
import { isTooMany, type TooMany } from '../../platform/auth/too-many.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OutgoingClient } from '../../platform/outgoing/http-client.ts'
import { orNull, readSecret, readSettings } from '../../platform/settings/read-settings.ts'
import type { OperationContext } from '../operation-context.ts'
import { askService } from './ask-service.ts'

type Verified = AnswerOf<typeof standaloneCalls.verifyCaptcha>

/** The way to captcha services. */
interface Outgoing {
  readonly outgoing: OutgoingClient
  /** Key for secrets at rest. */
  readonly secret: string
}

/** The riddle that somebody says to have solved. */
interface Riddle {
  /** The workplace; null for callers who are not signed in: the default workplace. */
  readonly workplaceId: string | null
  /** The network address of the caller. It is not sent to the captcha service. */
  readonly address: string
  readonly response: string
}

/** In a minute from one address. */
const maxTries = 10

/**
 * Asks the captcha service of the workplace whether a captcha was solved. Failed attempts count against the sender's
 * limit, because each one costs a call to the service.
 */
export async function verifyCaptcha(
  context: OperationContext & Outgoing,
  riddle: Riddle,
): Promise<Verified | Refusal | TooMany> {
  const counted = await countTry(context, `captcha ${networkOf(riddle.address)}`, maxTries)
  if (isTooMany(counted)) return counted
  const verified = await askServiceOf(context, riddle)
  if (!(verified instanceof Refusal)) await counted.succeeded()
  return verified
}

async function askServiceOf(
  { db, outgoing, secret: key }: OperationContext & Outgoing,
  { workplaceId, response }: Riddle,
): Promise<Verified | Refusal> {
  const workplace = workplaceId ?? (await findWorkplaceId(db, null))
  if (workplace === null) return unavailable
  const url = orNull((await readSettings(db, workplace))['captcha.verifyUrl'])
  const secret = await readSecret({ db, secret: key }, workplace, 'captcha.secret')
  if (url === null || secret === null) return unavailable
  return (await askService(outgoing, { url, secret, response })) ?? { success: true }
}

const unavailable = refuse(
  'captcha.unavailable',
  'Expected a captcha service, but the workplace has none. An administrator can set it up.',
)
