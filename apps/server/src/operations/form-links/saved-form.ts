import { sql } from 'kysely'
import { readToken } from '../../platform/auth/token.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { FormLink } from './form-link.ts'
import { linkIsOver } from './policy.ts'

/** Entries that a person without an account has saved and not sent. */
export interface SavedForm {
  readonly id: string
  readonly values: Readonly<Record<string, unknown>>
  readonly hash: string
  readonly savedAt: Date
  /** Identifies the initial values of the form at the time of these entries. */
  readonly basis: { readonly basis?: string }
}

interface Row {
  readonly id: string
  readonly entries: string | null
  readonly basis: string | null
  readonly form_hash: string
  readonly saved_at: Date
  readonly expires_at: Date
  readonly used_at: Date | null
}

/**
 * Returns the hash under which the server stores the secret of a saved form; null for a text that cannot be a secret.
 */
export function digestOf(saved: string): Buffer | null {
  return readToken(saved)?.hash ?? null
}

/**
 * Finds the form that was saved with a link under a secret, while it is valid. Holders of the secret get the reason
 * when it is not.
 */
export async function findSavedForm(
  tx: Tx,
  link: FormLink,
  { saved, now }: { saved: string; now: Date },
): Promise<SavedForm | Refusal> {
  const hash = digestOf(saved)
  const [row] =
    hash === null
      ? []
      : await runSql<Row>(
          tx,
          sql`select id, entries, basis, form_hash, saved_at, expires_at, used_at from saved_form
            where workplace_id = ${link.workplace_id}::uuid and link_id = ${link.id}::uuid and token_hash = ${hash}`,
        )
  if (row === undefined) return noSuchSaved()
  if (row.used_at !== null || row.entries === null) return savedIsUsed()
  if (row.expires_at <= now)
    return linkIsOver(
      'savedExpired',
      'Expected saved entries, but they have expired and were deleted. Open the form with your first link, and start again.',
    )
  const basis = row.basis === null ? {} : { basis: row.basis }
  return { id: row.id, values: JSON.parse(row.entries), hash: row.form_hash, savedAt: row.saved_at, basis }
}

export function savedIsUsed(): Refusal {
  return linkIsOver(
    'savedUsed',
    'Expected saved entries, but the form was already sent, or saved again. If it was saved again, use the link of the newest mail.',
  )
}

function noSuchSaved(): Refusal {
  return refuse(
    'thing.not-found',
    'Expected a saved form, but this link does not exist. Check that you copied the whole link.',
  )
}

/** Returns values without references to files at any depth, because uploads of guests are kept for one day only. */
export function withoutFiles(values: unknown): unknown {
  if (Array.isArray(values)) return values.filter((value) => !isFile(value)).map(withoutFiles)
  if (typeof values !== 'object' || values === null) return values
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (isFile(value) ? [] : [[name, withoutFiles(value)]])),
  )
}

function isFile(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'id' in value && 'size' in value && 'type' in value
}
