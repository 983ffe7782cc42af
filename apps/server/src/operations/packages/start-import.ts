import { importKeys, type PackageDecisions } from '@millrace/contract'
import type { InstallationKey } from '../../platform/auth/installation-key.ts'
import { createPropertySeal } from '../../platform/auth/property-seal.ts'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { orderStatement } from '../order-job.ts'
import { renameItem } from './apply-decisions.ts'
import { type Examined, examine, refuseStarted } from './examine.ts'
import { findImport, findTrust, signerOf } from './find-import.ts'
import { kindOf } from './find-items.ts'
import type { PackageItem } from './package-kind.ts'
import { shownStamp } from './plan.ts'
import { refusePackages } from './policy.ts'
import { refText } from './references.ts'

interface StartKeys {
  readonly key: InstallationKey
  /** The secret of the installation. */
  readonly secret: string
}

/** The input of a job that imports a package. */
export interface StartedImport {
  readonly decisions: PackageDecisions
  readonly emptySecret: string
  /**
   * The stamps of items that it replaces, as they were when it was started. Those started by an older version have
   * none.
   */
  readonly stamps?: Readonly<Record<string, string>>
}

/**
 * Orders a job that imports a package in the user's name. Refuses with `package.undecided` where decisions are missing,
 * with `package.untrusted`, and with `right.missing` for items that the user may not create. Returns null on success,
 * otherwise a refusal.
 */
export async function startImport(
  context: OperationContext & StartKeys,
  request: Request,
  { id, decisions }: { readonly id: string; readonly decisions: PackageDecisions },
): Promise<Refusal | null> {
  const refusal = refusePackages(request.user)
  if (refusal !== null) return refusal
  const examined = await examine(context, request, id)
  if (examined instanceof Refusal) return examined
  const undecided = refuseUndecided(examined, decisions)
  if (undecided !== null) return undecided
  const { db, clock, runtime, key, secret } = context
  const {
    workplaceId,
    user: { id: userId, username },
  } = request
  const at = clock().toISOString()
  const started: StartedImport = {
    decisions,
    emptySecret: createPropertySeal(secret).close('').toString('base64'),
    stamps: listStamps(examined),
  }
  const { fingerprint, origin_workplace } = examined.row
  const done = await db.withTransaction(actorOf(request), async (tx) => {
    const row = await findImport(tx, workplaceId, id, { lock: true })
    if (row instanceof Refusal) return row
    if (row.state !== 'read') return refuseStarted()
    const trust = await findTrust(tx, workplaceId, examined.row, key)
    if (trust === 'unknown' && !decisions.trust)
      return refuse(
        'package.untrusted',
        fingerprint === key.fingerprint
          ? `Expected a package of this workplace or of one that it trusts, but it comes from another workplace of this installation, “${origin_workplace}”, which nobody here trusts yet. Trust it if you trust those who design there.`
          : `Expected a package of an installation that this one trusts, but nobody trusts the key ${fingerprint} yet. Compare it with the key that the other installation shows, and trust it.`,
      )
    await tx.commit([
      ...(trust === 'unknown'
        ? [
            {
              name: 'package_key_trust',
              text: `insert into package_key (workplace_id, fingerprint, name, trusted_at, trusted_by) values ($1, $2, $3, $4, $5) on conflict do nothing`,
              values: [workplaceId, signerOf(examined.row), origin_workplace, at, username],
            },
          ]
        : []),
      {
        name: 'package_import_start',
        text: `update package_import set state = 'waiting', decisions = $3, user_id = $4 where workplace_id = $1 and id = $2`,
        values: [workplaceId, id, JSON.stringify(started), userId],
      },
      orderStatement({ workplaceId, id, name: 'package-import', kind: 'package', at }),
    ])
    return null
  })
  runtime.announceJobs()
  return done
}

function listStamps({ planned }: Examined): Record<string, string> {
  return Object.fromEntries(
    planned.flatMap(({ item, existing, result }) =>
      existing === null || result === 'same' ? [] : [[refText(item), existing.stamp]],
    ),
  )
}

/** Returns the error of a new key or name; null when it is valid. */
function findRenameFault(item: PackageItem, decision: PackageDecisions['items'][number]): string | null {
  const { kind } = item
  const key = kind === 'process' || kind === 'decision' ? importKeys[kind].safeParse(decision.newKey ?? item.key) : null
  const content = kindOf(kind).content.safeParse(renameItem(item, decision).content)
  return key?.error?.issues[0]?.message ?? content.error?.issues[0]?.message ?? null
}

/** Refuses if the user has not yet decided how to import an item. */
function refuseUndecided({ planned, missing }: Examined, decisions: PackageDecisions): Refusal | null {
  const decided = new Map(decisions.items.map((one) => [refText(one), one]))
  const details: { where: string; message: string }[] = []
  for (const { item, existing, result, message, canReplace, canRename } of planned) {
    const decision = decided.get(refText(item))
    const where = `items.${item.kind}.${item.key}`
    if (result === 'refused' && decision?.action !== 'skip')
      return refuse('right.missing', `“${item.name}”: ${message ?? ''} Skip it, or ask a user with the permission.`, [
        { where, message: message ?? '' },
      ])
    if (result === 'conflict' && decision === undefined)
      details.push({ where, message: `Decide what to do with “${item.name}”.` })
    const wasSeen = decision?.stamp === undefined || decision.stamp === (existing && shownStamp(existing))
    if (decision?.action === 'replace' && !wasSeen)
      details.push({ where, message: `“${item.name}” was changed since you looked at it. Look at it again.` })
    if (decision?.action === 'replace' && !canReplace)
      details.push({ where, message: `“${item.name}” cannot be replaced. ${message ?? ''}` })
    if (
      decision?.action === 'rename' &&
      (!canRename || (decision.newKey === undefined && decision.newName === undefined))
    )
      details.push({ where, message: `“${item.name}” cannot be renamed, or has no new name.` })
    else if (decision?.action === 'rename') {
      const fault = findRenameFault(item, decision)
      if (fault !== null) details.push({ where, message: `“${item.name}”: ${fault}` })
    }
  }
  for (const { name } of missing.users)
    if (!Object.hasOwn(decisions.users, name))
      details.push({ where: `users.${name}`, message: `Choose a user for “${name}”.` })
  for (const { name } of missing.groups)
    if (!Object.hasOwn(decisions.groups, name))
      details.push({ where: `groups.${name}`, message: `Choose a group for “${name}”.` })
  if (details.length === 0) return null
  return refuse(
    'package.undecided',
    `Expected a choice for each conflict and each name that does not exist here, but ${details.length} ${details.length === 1 ? 'is' : 'are'} missing. ${details[0]?.message}`,
    details.slice(0, 100),
  )
}
