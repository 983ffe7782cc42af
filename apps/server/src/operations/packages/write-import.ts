import type { PackageSetUp } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { applyDecisions, type DecidedItem } from './apply-decisions.ts'
import { hashContent } from './canonical.ts'
import { findItems, kindOf } from './find-items.ts'
import { packageKindNames } from './kinds/index.ts'
import { lendTransaction } from './lend-transaction.ts'
import { lockItems } from './lock-items.ts'
import { findMissing } from './missing.ts'
import type { FoundItem, PackageItem, PackageReading } from './package-kind.ts'
import { type PlannedItem, planItems } from './plan.ts'
import { listReferences, refText } from './references.ts'
import { listSetUp, readEnvironment } from './set-up.ts'
import type { StartedImport } from './start-import.ts'

interface ImportWriting {
  readonly id: string
  readonly items: readonly PackageItem[]
  readonly started: StartedImport
  /** Called after each item; false ends the import, and nothing of it is stored. */
  readonly goOn: (done: number) => Promise<boolean>
}

export interface WrittenImport {
  readonly skipped: number
  readonly setUp: readonly PackageSetUp[]
}

/** Prepares the import of each item as decided by the user, before the transaction begins, because this takes time. */
export async function decideItems(
  { runtime }: PackageReading,
  request: Request,
  items: readonly PackageItem[],
  { decisions }: StartedImport,
): Promise<DecidedItem[]> {
  const decided = await applyDecisions(runtime, request, items, decisions)
  const rank = ({ item }: DecidedItem) => packageKindNames.indexOf(item.kind)
  return sortOwners(decided.sort((a, b) => rank(a) - rank(b)))
}

/**
 * Writes the items of a package in one transaction, each by the operations of its kind, under the rights of the user.
 */
export async function writeImport(
  context: PackageReading,
  tx: Tx,
  request: Request,
  { id: importId, decided, items, started, goOn }: ImportWriting & { readonly decided: readonly DecidedItem[] },
): Promise<WrittenImport | Refusal> {
  const lent = lendTransaction(context, tx, started.emptySecret)
  const planned = await planItems(
    tx,
    request.user,
    decided.map(({ item }) => item),
  )
  const befores = new Map<string, FoundItem>()
  for (const [position, plan] of planned.entries()) {
    const refusal = refuseUnasked(plan, decided[position], started) ?? (await writeItem(plan))
    if (refusal !== null) return nameItem(refusal, plan.item)
    if (!(await goOn(position + 1))) return refuse('package.started', 'The import was cancelled. Nothing was imported.')
  }
  // Only now: what was written later may have changed what was written before.
  const refs = decided.map(({ item }) => item)
  const written = await findItems(lent.tx, request.workplaceId, refs, { withRows: false })
  const statements = planned.map((plan, position): Statement => {
    const { item, existing, result } = plan
    const { packageKey = item.key } = decided[position] ?? {}
    const original = items.find((one) => one.kind === item.kind && one.key === packageKey)
    const found = written.get(refText(item))
    if (found === undefined) throw new Error(`Expected ${refText(item)} that was just written, but it is not there.`)
    const action = existing === null ? 'created' : result === 'same' ? 'same' : 'updated'
    const before = befores.get(refText(item))
    return {
      name: 'package_import_item_add',
      text: `insert into package_import_item (workplace_id, import_id, position, kind, key, package_key, name, item_id, action, before, package_hash, hash, stamp)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      values: [
        request.workplaceId,
        importId,
        position,
        item.kind,
        item.key,
        packageKey,
        item.name,
        found.id,
        action,
        before === undefined ? null : JSON.stringify(withoutId(before)),
        hashContent(original?.content ?? item.content),
        hashContent(found.content),
        found.stamp,
      ],
    }
  })
  for (let at = 0; at < statements.length; at += 100) await tx.batch(statements.slice(at, at + 100))
  const references = await listReferences(context.runtime, request, refs)
  const missing = await findMissing(tx, request.user, refs, references)
  const environment = await readEnvironment(tx, request.workplaceId)
  const setUp = listSetUp(planned, missing, environment).map((one) => ({
    ...one,
    id: written.get(refText(one))?.id ?? null,
  }))
  return { skipped: items.length - decided.length, setUp }

  async function writeItem({ item, existing, result }: PlannedItem): Promise<Refusal | null> {
    if (result === 'same') return null
    if (existing?.isDisabled === true)
      return refuse('package.unfit', 'The item is disabled here. Restore it first, or skip it.')
    if (existing !== null) {
      await lockItems(lent.tx, request.workplaceId, [{ kind: item.kind, id: existing.id }])
      // With the rows that are here: a roll-back writes them again.
      const whole = await findItems(lent.tx, request.workplaceId, [item], { withRows: true })
      const now = whole.get(refText(item)) ?? existing
      if (isOther(existing, now))
        return refuse(
          'package.undecided',
          'Somebody has changed the item since the import started. Import the package again.',
        )
      befores.set(refText(item), now)
    }
    const written = await kindOf(item.kind).write(lent, request, { item, existing })
    return written instanceof Refusal ? written : null
  }
}

/** Refuses to replace what somebody has changed here since the import was started, and to take a key that is taken. */
function refuseUnasked(
  { item, existing, result, message }: PlannedItem,
  decided: DecidedItem | undefined,
  { stamps = {} }: StartedImport,
): Refusal | null {
  const stamp = stamps[refText(item)]
  if (existing !== null && result !== 'same' && stamp !== undefined && stamp !== existing.stamp)
    return refuse(
      'package.undecided',
      'Expected the item as it was when the import was started, but somebody has changed it meanwhile. Import the package again.',
    )
  if (result !== 'conflict' || decided?.action === 'replace') return null
  if (decided?.action === 'rename')
    return refuse('package.unfit', 'Expected a new key that is free, but this key is taken. Choose another key.')
  return refuse(
    'package.undecided',
    `Expected an item as it was when the import was started. ${message ?? ''} Import the package again.`,
  )
}

/**
 * Returns whether an item differs from its state before. Items that this import has written can change it, such as the
 * name of its application.
 */
function isOther(before: FoundItem, now: FoundItem): boolean {
  return before.stamp !== now.stamp && hashContent(before.content) !== hashContent(now.content)
}

function withoutId({ kind, key, name, content }: FoundItem): PackageItem {
  return { kind, key, name, content }
}

function nameItem({ code, message, details }: Refusal, item: PackageItem): Refusal {
  return refuse(code, `“${item.name}” (${kindOf(item.kind).one}): ${message} Nothing was imported.`, details)
}

/** Within a kind, what others belong to comes before them: groups and categories are in one another. */
function sortOwners(decided: readonly DecidedItem[]): DecidedItem[] {
  const byRef = new Map(decided.map((one) => [refText(one.item), one]))
  const sorted = new Set<DecidedItem>()
  const visiting = new Set<DecidedItem>()
  const add = (one: DecidedItem) => {
    if (sorted.has(one) || visiting.has(one)) return
    visiting.add(one)
    for (const owner of kindOf(one.item.kind).owners(one.item.content)) {
      const other = byRef.get(refText(owner))
      if (other !== undefined) add(other)
    }
    sorted.add(one)
  }
  for (const one of decided) add(one)
  return [...sorted]
}
