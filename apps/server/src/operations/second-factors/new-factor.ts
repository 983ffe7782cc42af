import { secondFactorLimits } from '@millrace/contract'
import { createFactorSeal } from '../../platform/auth/second-factor/factor-seal.ts'
import type { Passkey } from '../../platform/auth/second-factor/passkey.ts'
import { createRecoveryCodes, hashRecoveryCode } from '../../platform/auth/second-factor/recovery-codes.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { FactorContext } from './factor-context.ts'
import { notifyFactorOwner } from './notify-owner.ts'
import { enrolmentOver } from './policy.ts'

type Owner = Pick<Person, 'id' | 'workplaceId'>

interface Common {
  readonly id: string
  readonly owner: Owner
  readonly name: string
  readonly now: Date
}

/** A row of a factor that was proved and is not stored yet. */
export interface NewFactor {
  readonly workplace_id: string
  readonly id: string
  readonly user_id: string
  readonly kind: 'totp' | 'passkey'
  readonly name: string
  readonly secret: Buffer | null
  readonly last_step: string
  readonly credential_id: string | null
  readonly public_key: Buffer | null
  readonly counter: string
  readonly transports: string[]
  readonly created_at: Date
}

/**
 * Returns an authenticator app as a new factor.
 * @param given.step the time step of the code that proved it, which is used up.
 */
export function newTotp(
  { secret: key }: FactorContext,
  { secret, step, ...common }: Common & { readonly secret: string; readonly step: number },
): NewFactor {
  const none = { credential_id: null, public_key: null, counter: '0', transports: [] }
  return {
    ...rowOf(common),
    kind: 'totp',
    secret: createFactorSeal(key).close(secret),
    last_step: String(step),
    ...none,
  }
}

export function newPasskey({ passkey, ...common }: Common & { readonly passkey: Passkey }): NewFactor {
  return {
    ...rowOf(common),
    kind: 'passkey',
    secret: null,
    last_step: '0',
    credential_id: passkey.credentialId,
    public_key: Buffer.from(passkey.publicKey),
    counter: String(passkey.counter),
    transports: [...passkey.transports],
  }
}

function rowOf({ id, owner, name, now }: Common) {
  return { workplace_id: owner.workplaceId, id, user_id: owner.id, name, created_at: now }
}

/**
 * Stores a second factor.
 * @returns recovery codes when it is the first factor of the user, else null. Refuses with `second-factor.too-many`, or
 * with `second-factor.over` when the user has this factor already.
 */
export async function addFactor(
  tx: Tx,
  context: FactorContext,
  factor: NewFactor,
): Promise<{ readonly recoveryCodes: string[] | null } | Refusal> {
  const owner = { workplaceId: factor.workplace_id, id: factor.user_id }
  await lockOwner(tx, owner)
  const [counted] = await tx.query(
    kysely
      .selectFrom('second_factor')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('workplace_id', '=', owner.workplaceId)
      .where('user_id', '=', owner.id),
  )
  const count = Number(counted?.count ?? 0)
  if (count >= secondFactorLimits.factors) return tooManyFactors()
  const [added] = await tx.query(
    kysely
      .insertInto('second_factor')
      .values(factor)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  )
  if (added === undefined) return enrolmentOver()
  await notifyFactorOwner(context, tx, owner, { kind: 'added', name: factor.name })
  return { recoveryCodes: count === 0 ? await giveRecoveryCodes(tx, context, owner) : null }
}

/** Creates recovery codes that replace all earlier ones. */
export async function giveRecoveryCodes(
  tx: Tx,
  { secret, clock }: FactorContext,
  { workplaceId, id }: Owner,
): Promise<string[]> {
  const codes = createRecoveryCodes()
  const hashes = codes.flatMap((code) => hashRecoveryCode(secret, id, code) ?? [])
  const row = { workplace_id: workplaceId, user_id: id, hashes, created_at: clock() }
  await tx.query(
    kysely
      .insertInto('recovery_codes')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['workplace_id', 'user_id']).doUpdateSet({ hashes, created_at: row.created_at }),
      ),
  )
  return codes
}

/** Locks the user whose second factors change, so that concurrent changes wait for each other. */
export async function lockOwner(tx: Tx, { workplaceId, id }: Owner): Promise<void> {
  await tx.batch([
    {
      name: 'second_factor_owner_lock',
      text: 'select from app_user where workplace_id = $1 and id = $2 for no key update',
      values: [workplaceId, id],
    },
  ])
}

export function tooManyFactors(): Refusal {
  return refuse(
    'second-factor.too-many',
    `Expected fewer second factors, but you have ${secondFactorLimits.factors}. Nothing was added. Remove one first.`,
  )
}
