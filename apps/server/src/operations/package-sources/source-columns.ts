import {
  type PackageSourceFields,
  packageSourceFields,
  packageSourceLimits,
} from '@millrace/contract/lists/package-sources'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { columnsOf } from '../records/record-fields.ts'
import type { PackageSourceRow } from './package-source.ts'
import { sealSourceToken } from './source-token.ts'

export interface EnteredSource extends PackageSourceFields {
  /** The API token. Null: it stays; empty: it is removed. */
  readonly token: string | null
}

/**
 * Returns the columns of a source that a user saves. Its packages are compared with the permissions of this user from
 * then on.
 * @param secret of the installation, with which the token is encrypted.
 * @param before the stored source; null for a new one.
 */
export async function columnsOfSource(
  tx: Tx,
  request: Request,
  secret: string,
  { token, ...fields }: EnteredSource,
  before: PackageSourceRow | null,
) {
  const refusal = refuseFields(fields)
  if (refusal !== null) return refusal
  const columns = await columnsOf(tx, request.workplaceId, packageSourceFields, fields)
  if (columns instanceof Refusal) return columns
  const kept = before?.token ?? null
  if (token === null && kept !== null && before?.url !== fields.url)
    return invalid(
      'token',
      'Expected the token for the new address, but it was entered for another one. Enter it again.',
    )
  return {
    ...columns,
    token: token === null ? kept : token === '' ? null : sealSourceToken(secret, token),
    acts_as: request.user.id,
    // What another place has is new, even when it is the same.
    received_digest: before !== null && isSamePlace(before, fields) ? before.received_digest : null,
  }
}

/** Returns the keys of the applications of a source. */
export function keysOf({ applications }: Pick<PackageSourceFields, 'applications'>): string[] {
  return [
    ...new Set(
      applications
        .split(',')
        .map((key) => key.trim())
        .filter((key) => key !== ''),
    ),
  ]
}

function refuseFields(fields: PackageSourceFields): Refusal | null {
  if (fields.kind === 'folder')
    return fields.folder.startsWith('/') || /^[A-Za-z]:[\\/]/.test(fields.folder)
      ? null
      : invalid('folder', 'Expected the whole path of a folder, such as /srv/packages/shop.')
  const url = URL.parse(fields.url)
  if (url === null || !/^https?:$/.test(url.protocol))
    return invalid('url', 'Expected an address that begins with http:// or https://, such as https://test.example.org.')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return invalid('url', 'Expected an address without a user, a question mark or a number sign.')
  const keys = keysOf(fields)
  const { applications: most } = packageSourceLimits
  if (keys.length === 0 || keys.length > most)
    return invalid('applications', `Expected the keys of 1 to ${most} applications, separated by commas.`)
  return null
}

function isSamePlace(before: PackageSourceRow, fields: PackageSourceFields): boolean {
  return (
    before.kind === fields.kind &&
    before.url === fields.url &&
    before.folder === fields.folder &&
    before.applications === fields.applications &&
    before.with_rows === fields.withRows
  )
}

function invalid(where: string, message: string): Refusal {
  return refuse('package-source.invalid', message, [{ where, message }])
}
