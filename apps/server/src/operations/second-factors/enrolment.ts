import { type Enrolment, type SecondFactorKind, secondFactorLimits } from '@millrace/contract'
import { countTry } from '../../platform/auth/count-try.ts'
import { createSeal } from '../../platform/auth/seal.ts'
import { createPasskeyOptions, type RelyingParty, readNewPasskey } from '../../platform/auth/second-factor/passkey.ts'
import { createTotpSecret, findTotpStep, totpUri } from '../../platform/auth/second-factor/totp.ts'
import { isTooMany, type TooMany } from '../../platform/auth/too-many.ts'
import type { Person } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { type FactorContext, factorIssuer } from './factor-context.ts'
import { type NewFactor, newPasskey, newTotp } from './new-factor.ts'
import { enrolmentOver, wrongFactor } from './policy.ts'

type Owner = Pick<Person, 'id' | 'workplaceId' | 'username'>

/** A factor during its set-up. The browser keeps it in encrypted form until the user has proved that it works. */
interface Ticket {
  /** The id of the factor, with which it is created only once. */
  readonly id: string
  readonly workplaceId: string
  readonly userId: string
  readonly kind: SecondFactorKind
  /** The secret of an app, or the challenge for a passkey. */
  readonly secret: string
  /** Milliseconds since 1970. */
  readonly until: number
}

/** Proofs that one user may try in a minute. */
const maxProofs = 10

/** Starts the set-up of a factor. Nothing is stored before the user has proved that it works. */
export async function startEnrolment(
  context: FactorContext,
  { owner, kind, party }: { readonly owner: Owner; readonly kind: SecondFactorKind; readonly party: RelyingParty },
): Promise<Enrolment> {
  const { workplaceId, id: userId, username } = owner
  const until = context.clock().getTime() + secondFactorLimits.minutes * 60_000
  const close = (secret: string) => {
    const ticket: Ticket = { id: context.runtime.newId(), workplaceId, userId, kind, secret, until }
    return sealOf(context).close(JSON.stringify(ticket)).toString('base64url')
  }
  if (kind === 'totp') {
    const secret = createTotpSecret()
    const uri = totpUri(secret, { issuer: factorIssuer, username })
    return { kind, ticket: close(secret), secret, uri, options: null }
  }
  const known = await listCredentials(context, owner)
  const options = await createPasskeyOptions(party, { userId, username, known })
  return { kind, ticket: close(options.challenge), secret: null, uri: null, options: { ...options } }
}

export interface Proved {
  readonly owner: Owner
  readonly ticket: string
  readonly name: string
  readonly code?: string | undefined
  readonly attestation?: unknown
  readonly party: RelyingParty
}

/**
 * Checks the proof of a new second factor, and returns the factor that the ticket describes. Refuses with
 * `second-factor.over` or `second-factor.wrong`.
 */
export async function completeEnrolment(
  context: FactorContext,
  { owner, ticket: sealed, name, code, attestation, party }: Proved,
): Promise<NewFactor | Refusal | TooMany> {
  const counted = await countTry(context, `second factor set-up ${owner.workplaceId} ${owner.id}`, maxProofs)
  if (isTooMany(counted)) return counted
  const ticket = readTicket(context, sealed)
  if (ticket === null || ticket.workplaceId !== owner.workplaceId || ticket.userId !== owner.id) return enrolmentOver()
  const common = { id: ticket.id, owner, name, now: context.clock() }
  if (ticket.kind === 'totp') {
    const step = findTotpStep(ticket.secret, code ?? '', context.clock())
    return step === null ? wrongFactor('code') : newTotp(context, { ...common, secret: ticket.secret, step })
  }
  const passkey = await readNewPasskey(party, { attestation, challenge: ticket.secret })
  return passkey === null ? wrongFactor('passkey') : newPasskey({ ...common, passkey })
}

function readTicket(context: FactorContext, sealed: string): Ticket | null {
  const text = sealOf(context).open(Buffer.from(sealed, 'base64url'))
  const ticket = text === null ? null : (JSON.parse(text) as Ticket)
  return ticket !== null && ticket.until > context.clock().getTime() ? ticket : null
}

function sealOf({ secret }: FactorContext) {
  return createSeal(secret, 'second factor set-up')
}

async function listCredentials({ db }: FactorContext, { workplaceId, id }: Owner): Promise<string[]> {
  const rows = await db.read({ workplaceId }, (tx) =>
    tx.query(
      kysely
        .selectFrom('second_factor')
        .select('credential_id')
        .where('workplace_id', '=', workplaceId)
        .where('user_id', '=', id)
        .where('kind', '=', 'passkey'),
    ),
  )
  return rows.flatMap(({ credential_id }) => credential_id ?? [])
}
