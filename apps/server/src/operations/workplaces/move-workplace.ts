import { setTimeout as sleep } from 'node:timers/promises'
import type { Statement } from '../../platform/db/batch.ts'
import type { Database } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { clearWorkplace } from './moving/clear-workplace.ts'
import { closeThere } from './moving/close-there.ts'
import { type Copied, copyWorkplace } from './moving/copy-workplace.ts'
import { type HeldWorkplace, holdWorkplace } from './moving/hold-workplace.ts'
import {
  announce,
  changeStep,
  close,
  endMove,
  findClosing,
  type Move,
  open,
  openClosed,
  releaseSteps,
  setHome,
  startMove,
} from './moving/move-state.ts'
import { refuseOtherTables } from './moving/other-tables.ts'
import { findOtherVersions } from './moving/other-versions.ts'
import { standStill } from './moving/stand-still.ts'
import type { PlatformAdministrator } from './policy.ts'
import { findHome, type Homes } from './workplace-home.ts'
import { findWorkplace, type PlatformWorkplace } from './workplaces.ts'

/** A workplace to move. */
export interface WorkplaceMove {
  readonly reference: string
  /** The name of the target database; null: the first one. */
  readonly to: string | null
  /** The version of this program. */
  readonly version: string
  /** The maximum time to wait for changes that have started, in milliseconds. */
  readonly waitMs?: number
  /** How long servers may take to hear of the new home, in milliseconds, before the rows in the old one are removed. */
  readonly settleMs?: number
}

/** The result of a move. */
export type Moved = ({ readonly kind: 'moved' } & Partial<Copied>) | { readonly kind: 'undone' }

/**
 * Moves a workplace with all its rows to another database of the installation. Meanwhile its calls are answered with
 * 503, and its jobs wait. The directory notes each step, so that an interrupted move can be repeated, or undone by a move
 * back to where it was. If it fails before the new database counts, it is undone.
 *
 * @returns a refusal when it cannot be moved there, with the workplace open where it was.
 * @throws RowsDiffer when the copy is not the same, and errors of databases, after undoing as far as they allow it.
 */
export async function moveWorkplace(
  homes: Homes,
  by: PlatformAdministrator,
  { reference, to, version, waitMs = 60_000, settleMs = 2000 }: WorkplaceMove,
): Promise<Moved | Refusal> {
  const known = await findWorkplace(homes.db, reference)
  if (known instanceof Refusal) return known
  return holdWorkplace({ db: homes.db, workplaceId: known.id, cause: by.cause }, async (held) => {
    // Again, because another command may have moved or deleted it before this one had the right.
    const workplace = await findWorkplace(homes.db, reference)
    if (workplace instanceof Refusal) return workplace
    const context: Context = { homes, by, held, workplace, version, waitMs, settleMs }
    const move = await startOrContinue(context, await held.take(), to)
    if (move === null) return { kind: 'undone' }
    if (move instanceof Refusal) return move
    const copied = move.step === 'copying' ? await copyOrUndo(context, move) : {}
    if (copied instanceof Refusal) return copied
    await finish(context, move)
    return { kind: 'moved', ...copied }
  })
}

interface Context extends Required<Pick<WorkplaceMove, 'version' | 'waitMs' | 'settleMs'>> {
  readonly homes: Homes
  readonly by: PlatformAdministrator
  readonly held: HeldWorkplace
  readonly workplace: PlatformWorkplace
}

/** @returns the move to carry on with; null when the one before is undone, and that was the order. */
async function startOrContinue(
  context: Context,
  earlier: Move | null,
  to: string | null,
): Promise<Move | Refusal | null> {
  if (earlier !== null && earlier.step !== 'undone') {
    if (earlier.step === 'importing' || earlier.step === 'creating')
      return refuse(
        'workplace.in-use',
        'Expected a complete workplace, but its creation or import was interrupted. Repeat that command.',
      )
    if (to === earlier.target) return earlier
    if (earlier.step === 'switched' || to !== earlier.source)
      return refuse(
        'workplace.in-use',
        `Expected the database ${present(earlier.target)}, to which a move was interrupted, but it is ${present(to)}. End that move first.`,
      )
  }
  if (earlier !== null) {
    await undo(context, earlier)
    if (to === earlier.source) return null
  }
  return start(context, to)
}

async function start({ homes, by, held, workplace, version }: Context, to: string | null): Promise<Move | Refusal> {
  const { database: source } = workplace
  if (source === to)
    return refuse('thing.exists', `Expected another database than ${present(to)}, where the workplace lives already.`)
  const from = findHome(homes, source)
  if (from instanceof Refusal) return from
  const target = findHome(homes, to)
  if (target instanceof Refusal) return target
  const refusal = (await refuseOtherTables(from, target)) ?? (await refuseOthers({ homes, version }))
  if (refusal !== null) return refusal
  const move = { source, target: to, step: 'copying' } as const
  await homes.db.withPlatformTransaction(by.cause, (tx) => startMove(tx, held, move))
  return move
}

/** Refused while servers run that would change the workplace without noticing the move. */
async function refuseOthers({ homes, version }: Pick<Context, 'homes' | 'version'>): Promise<Refusal | null> {
  const others = await findOtherVersions(homes.db, version)
  if (others.length === 0) return null
  return refuse(
    'workplace.in-use',
    `Expected all servers to have the version ${version} and the same MILLRACE_DATABASES, but some have ${others.join(', ')}, and would not notice the move. Update them first.`,
  )
}

/** Copies, and makes the target count. If that fails, the workplace is open where it was. */
async function copyOrUndo(context: Context, move: Move): Promise<Copied | Refusal> {
  try {
    const copied = await copy(context, move)
    if (copied instanceof Refusal) await undo(context, move)
    return copied
  } catch (error) {
    await undo(context, move).catch(() => {})
    throw error
  }
}

async function copy(
  { homes, by, held, workplace: { id }, version, waitMs }: Context,
  move: Move,
): Promise<Copied | Refusal> {
  const source = findHome(homes, move.source)
  const target = findHome(homes, move.target)
  if (source instanceof Refusal) return source
  if (target instanceof Refusal) return target
  const hasEntry = move.target === null
  // Only with the right: another command that has it may have opened the workplace, and no command would open it again.
  if (move.source === null || hasEntry) await held.change((tx) => tx.batch([close(id)]))
  if (move.source !== null && !(await closeThere(source, held, by.cause)))
    throw new Error('Expected the workplace to be as this command found it, but another one has opened or closed it.')
  const refusal =
    (await standStill(source, id, waitMs)) ??
    (await refuseOthers({ homes, version })) ??
    (await refuseOtherTables(source, target))
  if (refusal !== null) return refusal
  // What an interrupted copy has left.
  await clearWorkplace(target, held, { keepsEntry: hasEntry })
  const copied = await copyWorkplace({ source, target, held, hasEntry })
  // A server may have started meanwhile.
  const late = await refuseOthers({ homes, version })
  if (late !== null) return late
  await held.change(async (tx) => {
    if (!(await changeStep(tx, id, 'copying', 'switched')))
      throw new Error('Expected the move to be as this command began it, but another one has changed it.')
    await tx.batch([setHome(id, move.target)])
  })
  return copied
}

/** Opens the workplace in its new database, and removes it from the old one. */
async function finish(
  { homes, by, held, workplace: { id }, settleMs }: Context,
  { source, target }: Move,
): Promise<void> {
  const to = getHome(homes, target)
  // No worker can complete steps in the database that the workplace has left.
  const release = [releaseSteps(id)]
  if (target !== null) await openThere({ by, held }, to, release)
  await held.change((tx) => tx.batch([...(target === null ? release : []), open(id), announce]))
  // Reads of servers that have not heard yet find what was there.
  await sleep(settleMs)
  await clearWorkplace(getHome(homes, source), held, { keepsEntry: source === null })
  await held.change((tx) => tx.batch([endMove(id)]))
}

/** Opens the workplace where it was, and removes from the target what is there already. */
async function undo({ homes, by, held, workplace: { id } }: Context, { source, target, step }: Move): Promise<void> {
  const isUndone = step === 'undone' || (await held.change((tx) => changeStep(tx, id, 'copying', 'undone')))
  // The new database counts, and the answer to this command was lost: repeated, it continues.
  if (!isUndone) return
  const from = getHome(homes, source)
  if (source !== null) await openThere({ by, held }, from)
  // Rows can be removed only where the workplace is closed, or lives elsewhere.
  if (target === null) {
    // Anew: a command before, which was held up, adds no rows there.
    await held.change((tx) => tx.batch([close(id)]))
    await clearWorkplace(homes.db, held, { keepsEntry: true })
    await held.change((tx) => tx.batch([open(id), endMove(id), announce]))
    return
  }
  await held.change((tx) => tx.batch([open(id), announce]))
  await clearWorkplace(getHome(homes, target), held, { keepsEntry: false })
  await held.change((tx) => tx.batch([endMove(id)]))
}

/**
 * Opens the workplace in another database than the first. The closing is read before this command proves its right: what
 * another command closes after that stays closed.
 *
 * @param before statements of the same transaction.
 * @throws when another command has the right, or has opened or closed the workplace meanwhile.
 */
async function openThere(
  { by, held }: Pick<Context, 'by' | 'held'>,
  home: Database,
  before: readonly Statement[] = [],
): Promise<void> {
  const closedAt = await findClosing(home, held.workplaceId)
  await held.change(async () => {})
  // An interrupted command has opened it.
  if (closedAt === null) return
  await home.withPlatformTransaction(by.cause, async (tx) => {
    if (before.length > 0) await tx.batch(before)
    await openClosed(tx, held.workplaceId, closedAt)
  })
}

function getHome(homes: Homes, name: string | null): Database {
  const home = findHome(homes, name)
  if (home instanceof Refusal) throw home
  return home
}

function present(name: string | null): string {
  return name === null ? 'first' : `“${name}”`
}
