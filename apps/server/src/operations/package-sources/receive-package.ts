import type { PackageSourceOutcome } from '@millrace/contract/lists/package-sources'
import { sql } from 'kysely'
import { createInstallationKey } from '../../platform/auth/installation-key.ts'
import type { Request } from '../../platform/auth/request.ts'
import { canonicalJson } from '../../platform/canonical-json.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { refuseUnclean } from '../files/refuse-unclean.ts'
import { addImport } from '../packages/add-import.ts'
import { sha256 } from '../packages/canonical.ts'
import type { PackageManifest } from '../packages/manifest.ts'
import { planItems } from '../packages/plan.ts'
import { type Unpacked, unpack } from '../packages/unpack.ts'
import type { PackageSourceRow } from './package-source.ts'

/** What a check of a source found. */
export interface Look {
  readonly outcome: PackageSourceOutcome
  readonly message: string
}

interface Received {
  /** The source as it was read before the package was fetched. */
  readonly source: PackageSourceRow
  readonly bytes: Buffer
  /** Whether a user requested the check. */
  readonly isAsked: boolean
  /** The actor that stores the package. */
  readonly actor: Actor
}

/**
 * Puts the package of a source into the inbox, where it waits for approval, if its content differs from the last one.
 * It replaces an undecided package of the same source. Dismissed content is not received again, nor is a package that
 * would change nothing in this workplace, so that two workplaces with each other as a source do not exchange packages
 * for ever.
 *
 * @param request with the permissions of the user for whom the package is compared with this workplace.
 */
export async function receivePackage(
  runtime: Runtime,
  request: Request,
  { source, bytes, isAsked, actor }: Received,
): Promise<Look> {
  const { db, clock } = runtime
  const unpacked = await unpack(bytes)
  if (unpacked instanceof Refusal)
    // Another program may still be writing the files of a folder.
    return { outcome: source.kind === 'folder' ? 'retry' : 'failed', message: unpacked.message }
  if (isFromHere(runtime, source, unpacked))
    return {
      outcome: 'failed',
      message:
        'Expected the address of another workplace, but its package comes from this one. Enter the address of the workplace to pull from.',
    }
  const digest = digestOf(unpacked.manifest)
  const fileName = nameOf(unpacked.manifest)
  const isKnown = await db.read(request, (tx) => findKnown(tx, source, { digest, isAsked }))
  let isSame = false
  if (isKnown === null) {
    const unclean = await refuseUnclean({ db, clock, runtime, scanner: runtime.scanner }, request, {
      name: fileName,
      content: bytes,
    })
    if (unclean !== null)
      return { outcome: unclean.code === 'file.infected' ? 'failed' : 'retry', message: unclean.message }
    const planned = await db.read(request, (tx) => planItems(tx, request.user, unpacked.items))
    isSame = planned.every(({ result }) => result === 'same')
  }
  return db.withTransaction(actor, async (tx): Promise<Look> => {
    const { workplace_id: workplaceId, id } = source
    const [now] = await runSql<PackageSourceRow>(
      tx,
      sql`select * from package_source where workplace_id = ${workplaceId} and id = ${id} for update`,
    )
    if (now === undefined || now.disabled_at !== null || now.revision !== source.revision)
      return { outcome: 'ok', message: sentences.changed }
    const known = await findKnown(tx, now, { digest, isAsked })
    if (known === 'received') return { outcome: 'ok', message: sentences.nothingNew }
    const at = clock().toISOString()
    await tx.batch([
      {
        name: 'package_import_supersede',
        text: `update package_import set state = 'cancelled', package = null, ended_at = $3, message = $4
          where workplace_id = $1 and source_id = $2 and state = 'read'`,
        values: [
          workplaceId,
          id,
          at,
          'The source has other content now, so this package no longer waits for approval.',
        ],
      },
      {
        name: 'package_source_received',
        text: 'update package_source set received_digest = $3 where workplace_id = $1 and id = $2',
        values: [workplaceId, id, digest],
      },
    ])
    if (known === 'dismissed') return { outcome: 'ok', message: sentences.dismissed }
    if (isSame) return { outcome: 'ok', message: sentences.same }
    await tx.batch([
      addImport({
        ...{ workplaceId, fileName, bytes, unpacked, at },
        id: runtime.newId(),
        createdBy: null,
        source: { id, digest },
      }),
    ])
    return { outcome: 'ok', message: sentences.received }
  })
}

const sentences = {
  received: 'A new package waits for approval.',
  nothingNew: 'The source has no other content than at the last look.',
  same: 'The package would change nothing here.',
  dismissed: 'The package has the content of one that was dismissed.',
  changed: 'The source was changed during the look. The next look uses the new settings.',
} as const

function isFromHere({ secret }: Runtime, source: PackageSourceRow, { manifest, fingerprint }: Unpacked): boolean {
  return (
    source.kind === 'installation' &&
    fingerprint === createInstallationKey(secret).fingerprint &&
    manifest.workplaceId === source.workplace_id
  )
}

/** Returns a hash of the content of a package, which two exports of the same items share. */
function digestOf({ items }: PackageManifest): string {
  const parts = items.map(({ kind, key, name, files }) =>
    canonicalJson({ kind, key, name, files: files.map(({ path, sha256: hash }) => `${endOf(path)} ${hash}`).sort() }),
  )
  return sha256(parts.sort().join('\n'))
}

function endOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}

/** Returns the name of the file, as an export names it. */
function nameOf({ items, createdAt }: PackageManifest): string {
  const key = (items.find(({ kind }) => kind === 'application') ?? items[0])?.key ?? ''
  const plain = key.replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 60)
  return `${plain || 'package'}-${createdAt.slice(0, 10)}.millrace`
}

/**
 * Returns whether this content was received last, or dismissed before. An import that failed or was cancelled after the
 * approval brings its content again, and so does one that was rolled back when somebody asks for a check.
 */
async function findKnown(
  tx: Tx,
  { workplace_id: workplaceId, id, received_digest }: PackageSourceRow,
  { digest, isAsked }: { readonly digest: string; readonly isAsked: boolean },
): Promise<'received' | 'dismissed' | null> {
  const [last] = await runSql<{ state: string }>(
    tx,
    sql`select state from package_import where workplace_id = ${workplaceId} and source_id = ${id} and content_digest = ${digest}
      order by created_at desc, id desc limit 1`,
  )
  const comesAgain = ['failed', 'cancelled', ...(isAsked ? ['rolled-back'] : [])]
  if (received_digest === digest) return last !== undefined && comesAgain.includes(last.state) ? null : 'received'
  return last?.state === 'dismissed' ? 'dismissed' : null
}
