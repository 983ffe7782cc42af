import { createFactorSeal } from '../../platform/auth/second-factor/factor-seal.ts'
import { credentialIdOf, findNewCounter, type RelyingParty } from '../../platform/auth/second-factor/passkey.ts'
import { hashRecoveryCode } from '../../platform/auth/second-factor/recovery-codes.ts'
import { findTotpStep } from '../../platform/auth/second-factor/totp.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { FactorContext } from './factor-context.ts'

type Owner = Pick<Person, 'id' | 'workplaceId'>

interface Code {
  readonly owner: Owner
  readonly code: string
}

/** Returns whether a text has the form of a recovery code, not that of a code of an app. */
export function findRecoveryCode({ secret }: FactorContext, { id }: Owner, code = ''): boolean {
  return hashRecoveryCode(secret, id, code) !== null
}

/**
 * Uses up a code of an authenticator app. A code works once: the time step of the last one is stored, and only later
 * ones are accepted (RFC 6238, section 5.2).
 */
export async function spendAppCode(tx: Tx, context: FactorContext, { owner, code }: Code): Promise<boolean> {
  const now = context.clock()
  const seal = createFactorSeal(context.secret)
  const apps = await tx.query(
    kysely
      .selectFrom('second_factor')
      .select(['id', 'secret'])
      .where('workplace_id', '=', owner.workplaceId)
      .where('user_id', '=', owner.id)
      .where('kind', '=', 'totp'),
  )
  for (const { id, secret: sealed } of apps) {
    const secret = sealed === null ? null : seal.open(sealed)
    const step = secret === null ? null : findTotpStep(secret, code, now)
    if (step === null) continue
    const [spent] = await tx.batch([
      {
        name: 'second_factor_spend_code',
        text: `update second_factor set last_step = $3, last_used_at = $4
          where workplace_id = $1 and id = $2 and last_step < $3::bigint returning id`,
        values: [owner.workplaceId, id, String(step), now.toISOString()],
      },
    ])
    if (spent?.[0] !== undefined) return true
  }
  return false
}

/** Uses up a recovery code. */
export async function spendRecoveryCode(tx: Tx, { secret }: FactorContext, { owner, code }: Code): Promise<boolean> {
  const hash = hashRecoveryCode(secret, owner.id, code)
  if (hash === null) return false
  const [spent] = await tx.batch([
    {
      name: 'recovery_code_spend',
      text: `update recovery_codes set hashes = array_remove(hashes, $3)
        where workplace_id = $1 and user_id = $2 and $3 = any(hashes) returning user_id`,
      values: [owner.workplaceId, owner.id, hash],
    },
  ])
  return spent?.[0] !== undefined
}

interface Assertion {
  readonly owner: Owner
  readonly assertion: unknown
  readonly challenge: string
  readonly party: RelyingParty
}

/** Checks the signature of a passkey, and stores its new signature counter. */
export async function spendAssertion(
  tx: Tx,
  { clock }: FactorContext,
  { owner, assertion, challenge, party }: Assertion,
): Promise<boolean> {
  const [row] = await tx.query(
    kysely
      .selectFrom('second_factor')
      .select(['id', 'credential_id', 'public_key', 'counter', 'transports'])
      .where('workplace_id', '=', owner.workplaceId)
      .where('user_id', '=', owner.id)
      .where('credential_id', '=', credentialIdOf(assertion) ?? '')
      .forUpdate(),
  )
  if (row === undefined || row.credential_id === null || row.public_key === null) return false
  const passkey = {
    credentialId: row.credential_id,
    publicKey: new Uint8Array(row.public_key),
    counter: Number(row.counter),
    transports: row.transports,
  }
  const counter = await findNewCounter(party, { assertion, challenge, passkey })
  if (counter === null) return false
  await tx.query(
    kysely
      .updateTable('second_factor')
      .set({ counter: String(counter), last_used_at: clock() })
      .where('workplace_id', '=', owner.workplaceId)
      .where('id', '=', row.id),
  )
  return true
}
