import { randomUUID } from 'node:crypto'
import type { Person } from '../auth/user.ts'
import { systemActor } from '../db/actor.ts'
import { hasFailed, type Statement } from '../db/batch.ts'
import type { Database } from '../db/database.ts'

/** A request with an idempotency key: its sender, and a digest of its content. */
export interface KeyedRequest {
  readonly user: Pick<Person, 'id' | 'workplaceId'>
  readonly key: string
  readonly digest: Buffer
}

/**
 * The state of an idempotency key:
 * - `held`: the request was not carried out, and now only the caller may do it
 * - `answered`: it was carried out before
 * - `running`: another call is carrying it out
 * - `interrupted`: the call that carried it out has ended, and part of it was committed
 * - `other`: the key belongs to a different request
 */
export type Hold =
  | { readonly kind: 'held'; readonly holder: string }
  | { readonly kind: 'answered'; readonly answer: Buffer }
  | { readonly kind: 'running' | 'interrupted' | 'other' }

interface KeyContext {
  readonly db: Database
  readonly clock: () => Date
}

/** The hours for which a key is kept, and the time after which another call may retry. */
const keptHours = 24
const heldSeconds = 30

/** Holds an idempotency key for a request that was not carried out yet, in one round trip. */
export async function holdKey(
  { db, clock }: KeyContext,
  { user: { id, workplaceId }, key, digest }: KeyedRequest,
): Promise<Hold> {
  const holder = randomUUID()
  const now = clock().toISOString()
  const values = [workplaceId, id, key, digest, holder, now]
  const [, , , rows] = await db.withTransaction(systemActor(workplaceId, 'idempotency'), (tx) =>
    tx.commit([
      sweep(workplaceId, now),
      {
        name: 'idempotency_hold',
        text: `insert into idempotency_key (workplace_id, user_id, key, request, holder, held_until, created_at)
          values ($1, $2, $3, $4, $5, $6::timestamptz + interval '${heldSeconds} seconds', $6::timestamptz) on conflict do nothing`,
        values,
      },
      {
        // Whoever held it is gone and has left nothing. One that is only slow finds that it holds the key no more.
        name: 'idempotency_take_over',
        text: `update idempotency_key set holder = $5, held_until = $6::timestamptz + interval '${heldSeconds} seconds'
          where workplace_id = $1 and user_id = $2 and key = $3 and request = $4 and held_until <= $6 and answer is null and not has_effect`,
        values,
      },
      {
        name: 'idempotency_read',
        text: `select request = $4, holder = $5, held_until > $6, encode(answer, 'base64') from idempotency_key
          where workplace_id = $1 and user_id = $2 and key = $3`,
        values,
      },
    ]),
  )
  const [isSame, isMine, isHeld, answer] = rows?.[0] ?? []
  if (isSame !== 't') return { kind: 'other' }
  if (isMine === 't') return { kind: 'held', holder }
  if (answer != null) return { kind: 'answered', answer: Buffer.from(answer, 'base64') }
  return { kind: isHeld === 't' ? 'running' : 'interrupted' }
}

/**
 * Stores the answer of a request. Refusals before any commit are not stored, because the same request may succeed
 * later.
 *
 * @param answer encrypted.
 */
export async function keepAnswer(
  { db }: KeyContext,
  { user: { workplaceId }, holder, answer, isRefused }: Ending & { answer: Buffer; isRefused: boolean },
): Promise<void> {
  await db.withTransaction(systemActor(workplaceId, 'idempotency'), (tx) =>
    tx.commit([
      ...(isRefused ? [forget(workplaceId, holder)] : []),
      {
        name: 'idempotency_keep',
        text: 'update idempotency_key set answer = $3 where workplace_id = $1 and holder = $2',
        values: [workplaceId, holder, answer],
      },
    ]),
  )
}

/**
 * Releases the key of a request that failed, so that it can be repeated immediately, unless part of it was committed.
 */
export async function releaseKey({ db, clock }: KeyContext, { user: { workplaceId }, holder }: Ending): Promise<void> {
  await db.withTransaction(systemActor(workplaceId, 'idempotency'), (tx) =>
    tx.commit([
      forget(workplaceId, holder),
      {
        name: 'idempotency_release',
        text: 'update idempotency_key set held_until = $3 where workplace_id = $1 and holder = $2',
        values: [workplaceId, holder, clock().toISOString()],
      },
    ]),
  )
}

interface Ending {
  readonly user: Pick<Person, 'workplaceId'>
  readonly holder: string
}

const effectName = 'idempotency_effect'

/**
 * Returns the statement that records, in each transaction of a held request, that the request has changed something. It
 * fails for a caller that no longer holds the key.
 */
export function noteEffect(workplaceId: string, holder: string): Statement {
  return {
    name: effectName,
    text: `with held as (update idempotency_key set has_effect = true where workplace_id = $1 and holder = $2 and answer is null returning key)
      select 1 / count(*) from held`,
    values: [workplaceId, holder],
  }
}

/** Returns whether an error means that another call has taken over the request. */
export function hasLostKey(error: unknown): boolean {
  return hasFailed(error, effectName)
}

function forget(workplaceId: string, holder: string): Statement {
  return {
    name: 'idempotency_forget',
    text: 'delete from idempotency_key where workplace_id = $1 and holder = $2 and not has_effect',
    values: [workplaceId, holder],
  }
}

/** Deletes a few expired keys with each new one. */
function sweep(workplaceId: string, now: string): Statement {
  return {
    name: 'idempotency_sweep',
    text: `delete from idempotency_key where workplace_id = $1 and (user_id, key) in (select user_id, key from idempotency_key
      where workplace_id = $1 and created_at < $2::timestamptz - interval '${keptHours} hours' order by created_at limit 20 for update skip locked)`,
    values: [workplaceId, now],
  }
}
