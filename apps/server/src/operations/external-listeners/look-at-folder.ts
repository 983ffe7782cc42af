import { externalLimits } from '@millrace/contract'
import type { Occasion } from '../../platform/auth/request.ts'
import { type Actor, systemActor } from '../../platform/db/actor.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import type { FileFacts } from '../../platform/outgoing/open-folder.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { digest } from '../../runtime/listeners/verify-webhook.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { isNotedAlready } from './deliver.ts'
import { type Watch, watchOfClaim } from './load-watch.ts'
import { noteStatement, shorten } from './note-delivery.ts'
import { listOpenFiles, processFile } from './process-file.ts'
import { requireEnabled } from './require-enabled.ts'
import { type OpenFile, takeAway } from './take-away.ts'
import { chooseFiles, fileKey, nameWith, pathIn } from './watch-folder.ts'

/** The result of a check. */
export interface LookResult {
  /** Files that were processed, or that could not be. */
  readonly handled: number
  /** Whether complete files are left for the next check. */
  readonly isMore: boolean
}

/**
 * Looks into a watched folder once. Each complete file is noted as claimed, moved to the folder of processed files, and
 * starts its process or sends its message; the note that it was processed is part of the same commit. If a server stops
 * in between, the next check first continues with its claimed files. A file that cannot be moved keeps its claim for the
 * next check, and its failure is the fault of the listener; the check continues with the other files.
 *
 * @throws OutgoingFailure where the folder cannot be read.
 */
export async function lookAtFolder(
  runtime: Runtime,
  watch: Watch,
  { occasion, holder }: { readonly occasion: Occasion; readonly holder: string },
): Promise<LookResult> {
  const { settings, reached } = watch
  requireEnabled(watch)
  const stuck = createStuckFiles()
  const known = await listOpenFiles(runtime, watch)
  let handled = await continueFiles(runtime, watch, { known, stuck, occasion })
  const files = await runtime.lookUps.useFolder(reached, (folder) =>
    folder.list(settings.folder, externalLimits.folderEntries),
  )
  // A file that is claimed and still in the folder could not be moved.
  const isHere = ({ connectionId }: OpenFile) => connectionId === null || connectionId === reached.connectionId
  const claimed = new Set(known.filter(isHere).map(({ path }) => path))
  const others = files.filter(({ name }) => !claimed.has(pathIn(settings.folder, name)))
  const look = chooseFiles(settings, others, { seen: watch.seen, now: runtime.clock() })
  for (const file of look.ready) {
    if (stuck.isSpent()) break
    const isHandled = await stuck.tolerate(async () => {
      const open = await claim(runtime, watch, file)
      if (open.isRepeated) await takeRepeated(runtime, watch, { open, file })
      else await processFile(runtime, watch, open, occasion)
    })
    if (isHandled) handled += 1
  }
  const now = runtime.clock()
  await writeState(runtime, watch, {
    holder,
    at: now,
    fault: stuck.describe(),
    waiting: look.waiting.length,
    waitingSince: look.waiting[0]?.modified ?? null,
    seen: JSON.stringify(look.seen),
  })
  return { handled, isMore: look.isMore && stuck.describe() === null }
}

interface Continuing {
  readonly known: readonly OpenFile[]
  readonly stuck: ReturnType<typeof createStuckFiles>
  readonly occasion: Occasion
}

/** Continues with claimed files, except those that wait for a disabled connection. @returns how many were handled. */
async function continueFiles(runtime: Runtime, watch: Watch, { known, stuck, occasion }: Continuing): Promise<number> {
  const watches = new Map<string | null, Watch | null>()
  let [handled, tried] = [0, 0]
  for (const open of known) {
    if (stuck.isSpent() || tried === maxOpenFiles) break
    const { connectionId } = open
    if (!watches.has(connectionId)) watches.set(connectionId, await watchOfClaim(runtime, watch, connectionId))
    const there = watches.get(connectionId) ?? null
    if (there === null) continue
    tried += 1
    if (await stuck.tolerate(() => processFile(runtime, there, open, occasion))) handled += 1
  }
  return handled
}

/** The maximum number of claimed files that a check continues with. */
const maxOpenFiles = 100

/** Milliseconds that files which cannot be moved may take in one check: a host that does not answer takes long for each. */
const maxStuckMs = 30_000

function createStuckFiles() {
  let [count, ms] = [0, 0]
  let first: string | null = null
  return {
    isSpent: () => ms > maxStuckMs,
    /** @returns false if the other side has refused the file. */
    tolerate: async (work: () => Promise<void>): Promise<boolean> => {
      const startedAt = performance.now()
      try {
        await work()
        return true
      } catch (error) {
        if (!(error instanceof OutgoingFailure)) throw error
        ms += performance.now() - startedAt
        count += 1
        first ??= error.message
        return false
      }
    },
    describe: () => (count > 1 ? `${first} ${count} files could not be moved.` : first),
  }
}

/**
 * Notes that a file is claimed, before anything happens to it. A file that was processed before is claimed as a
 * repeated one: it is only moved away.
 */
async function claim(runtime: Runtime, watch: Watch, file: FileFacts): Promise<OpenFile> {
  const { db, newId } = runtime
  const { workplaceId, settings } = watch
  const id = newId()
  const path = pathIn(settings.folder, file.name)
  const wanted = pathIn(settings.doneFolder, file.name)
  const taken = await runtime.lookUps.useFolder(watch.reached, (folder) => folder.find(wanted))
  const location = taken === null ? wanted : pathIn(settings.doneFolder, nameWith(file.name, id))
  const key = digest(Buffer.from(fileKey(watch, file)))
  const { connectionId } = watch.reached
  const open = { id, path, location, subject: file.name, key, connectionId, isRepeated: false }
  try {
    await db.withTransaction(logActor(workplaceId), (tx) =>
      tx.commit([noteStatement({ ...notedOf(runtime, watch, { open, file }), idKey: key, outcome: 'claimed' })]),
    )
    return open
  } catch (error) {
    if (!isNotedAlready(error)) throw error
    return { ...open, isRepeated: true }
  }
}

interface FoundFile {
  readonly open: OpenFile
  readonly file: FileFacts
}

/** Moves a file away that was processed before, and notes it then: a file that cannot be moved is found at each check. */
async function takeRepeated(runtime: Runtime, watch: Watch, { open, file }: FoundFile): Promise<void> {
  const { file: moved } = await takeAway(runtime, watch, open)
  await runtime.db.withTransaction(logActor(watch.workplaceId), (tx) =>
    tx.commit([noteStatement({ ...notedOf(runtime, watch, { open: moved, file }), idKey: null, outcome: 'repeated' })]),
  )
}

function notedOf({ clock }: Runtime, { id: listenerId, workplaceId }: Watch, { open, file }: FoundFile) {
  const { id, path, location, connectionId } = open
  return {
    ...{
      workplaceId,
      id,
      listenerId,
      at: clock(),
      ms: 0,
      subject: file.name,
      bytes: file.size,
      path,
      location,
      connectionId,
    },
    ...{ fault: null, content: null, sealed: null, bodyKey: null, instanceId: null, processKey: null, replay: null },
  }
}

export function logActor(workplaceId: string): Actor {
  return systemActor(workplaceId, 'log of deliveries')
}

interface State {
  readonly holder: string
  readonly at: Date
  readonly fault: string | null
  readonly waiting: number | null
  readonly waitingSince: Date | null
  /** JSON; null: as before. */
  readonly seen: string | null
}

/** Stores the result of a check of a watched folder, a mail inbox, a queue or a topic. */
export async function writeState(
  { db }: Pick<Runtime, 'db'>,
  { id, workplaceId }: Pick<Watch, 'id' | 'workplaceId'>,
  { holder, at, fault, waiting, waitingSince, seen }: State,
): Promise<void> {
  await db.withTransaction(systemActor(workplaceId, 'listener'), (tx) =>
    tx.commit([
      {
        name: 'external_listener_look',
        text: `insert into external_listener_state as t (workplace_id, listener_id, looked_at, holder, fault, fault_since, waiting, waiting_since, seen)
          select $1, l.id, $3, $4, $5, case when $5::text is null then null else $3::timestamptz end, coalesce($6::int, 0), $7, coalesce($8::jsonb, '{}')
            from external_listener l where l.workplace_id = $1 and l.id = $2
          on conflict (workplace_id, listener_id) do update set looked_at = excluded.looked_at, holder = excluded.holder, fault = excluded.fault,
            fault_since = case when excluded.fault is null then null else coalesce(t.fault_since, excluded.fault_since) end,
            waiting = coalesce($6::int, t.waiting), waiting_since = case when $6::int is null then t.waiting_since else excluded.waiting_since end,
            seen = coalesce($8::jsonb, t.seen)`,
        values: [
          workplaceId,
          id,
          at.toISOString(),
          holder,
          shorten(fault),
          waiting,
          waitingSince?.toISOString() ?? null,
          seen,
        ],
      },
    ]),
  )
}

/** Returns the message for a failed look; null for an unexpected error. */
export function faultOfLook(error: unknown): string | null {
  return error instanceof OutgoingFailure || error instanceof Refusal ? error.message : null
}
