import { createHash, createHmac, randomInt } from 'node:crypto'
import { type Challenge, createChallenge, type Payload, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import { systemActor } from '../../platform/db/actor.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { unsolved } from './ask-service.ts'

interface CaptchaContext extends Pick<OperationContext, 'db' | 'clock'> {
  /** The key that signs challenges, so that clients cannot create easy ones. */
  readonly secret: string
}

/** How long a riddle can be solved. */
const goodMs = 600_000

/**
 * The cost of one attempt in rounds of SHA-256. A solution takes about a second on a slow phone, and its check a few
 * milliseconds on the server.
 */
const cost = 2_000
const tries = { least: 150, most: 450 }

/**
 * Creates a puzzle of the built-in captcha, which a browser solves by calculating, as in ALTCHA. It is valid for one
 * workplace.
 */
export function createRiddle({ secret, clock }: CaptchaContext, workplaceId: string): Promise<Challenge> {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(tries.least, tries.most),
    deriveKey,
    expiresAt: new Date(clock().getTime() + goodMs),
    data: { workplace: workplaceId },
    hmacSignatureSecret: keyOf(secret, 'riddle'),
    hmacKeySignatureSecret: keyOf(secret, 'riddle key'),
  })
}

/** The solution as the page sends it: JSON in base64. */
const solved = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal('PBKDF2/SHA-256'),
      nonce: z.string().max(200),
      salt: z.string().max(200),
      cost: z.literal(cost),
      keyLength: z.number().int().min(1).max(64),
      keyPrefix: z.string().max(200),
      keySignature: z.string().max(200),
      expiresAt: z.number(),
      data: z.object({ workplace: z.string() }),
    }),
    signature: z.string().max(200),
  }),
  solution: z.looseObject({ counter: z.number().int().min(0).max(tries.most), derivedKey: z.string().max(200) }),
})

/** Checks that a captcha of the product was solved for the first time. Returns null if so, otherwise a refusal. */
export async function checkRiddle(
  { db, secret, clock }: CaptchaContext,
  { workplaceId, response }: { readonly workplaceId: string; readonly response: string },
): Promise<Refusal | null> {
  const read = solved.safeParse(readJson(response))
  if (!read.success || read.data.challenge.parameters.data.workplace !== workplaceId) return unsolved
  const { challenge, solution } = read.data
  const now = clock()
  const expiresAt = challenge.parameters.expiresAt * 1_000
  if (expiresAt <= now.getTime()) return unsolved
  const { verified } = await verifySolution({
    challenge: challenge as Payload['challenge'],
    solution: solution as Payload['solution'],
    deriveKey,
    hmacSignatureSecret: keyOf(secret, 'riddle'),
    hmacKeySignatureSecret: keyOf(secret, 'riddle key'),
  })
  if (!verified) return unsolved
  const digest = createHash('sha256').update(challenge.signature).digest()
  const [, rows] = await db.withTransaction(systemActor(workplaceId, 'captcha'), (tx) =>
    tx.commit([
      {
        name: 'captcha_forget',
        text: `delete from spent_captcha where workplace_id = $1 and digest in (select digest from spent_captcha
          where workplace_id = $1 and expires_at < $2 limit 20 for update skip locked)`,
        values: [workplaceId, now.toISOString()],
      },
      {
        name: 'captcha_spend',
        text: `insert into spent_captcha (workplace_id, digest, expires_at) values ($1, $2, $3) on conflict do nothing returning digest`,
        values: [workplaceId, digest, new Date(expiresAt).toISOString()],
      },
    ]),
  )
  return rows?.[0] === undefined ? unsolved : null
}

function readJson(response: string): unknown {
  try {
    return JSON.parse(Buffer.from(response, 'base64').toString())
  } catch {
    return null
  }
}

function keyOf(secret: string, use: string): string {
  return createHmac('sha256', secret).update(`captcha ${use}`).digest('hex')
}
