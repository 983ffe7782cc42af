import { externalLimits, type ListenerTarget } from '@millrace/contract'
import { sql } from 'kysely'
import type { Occasion } from '../../platform/auth/request.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { hasFailed } from '../../platform/db/batch.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { type FileFacts, missingFile } from '../../platform/outgoing/open-folder.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import type { Arrived } from '../../runtime/listeners/map-values.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { deliver, type Reached } from './deliver.ts'
import type { Watch } from './load-watch.ts'
import { shorten } from './note-delivery.ts'
import { type OpenFile, takeAway } from './take-away.ts'
import { describeUnexpected, noteUnexpected } from './unexpected-error.ts'
import { maxContent, nameWith, pathIn } from './watch-folder.ts'

/** Lists the files that were claimed and not processed, the first claimed first. */
export function listOpenFiles({ db }: Runtime, { id, workplaceId }: Watch): Promise<OpenFile[]> {
  return db.read({ workplaceId }, (tx) =>
    runSql<OpenFile>(
      tx,
      sql`select id, path, location, coalesce(subject, '') as subject, id_key as key, connection_id as "connectionId", false as "isRepeated" from external_delivery
        where workplace_id = ${workplaceId} and listener_id = ${id} and outcome = 'claimed' and location is not null order by at, id limit ${externalLimits.folderEntries}`,
    ),
  )
}

/**
 * Moves a claimed file to the folder of processed files, and starts its process or sends its message. A file that cannot
 * be delivered goes to the folder of failed files. It continues after the steps that an earlier look finished.
 *
 * @throws OutgoingFailure where the file cannot be moved: its claim stays.
 */
export async function processFile(
  runtime: Runtime,
  watch: Watch,
  claimed: OpenFile,
  occasion: Occasion,
): Promise<void> {
  const { settings, workplaceId } = watch
  const startedAt = performance.now()
  const { file, facts } = await takeAway(runtime, watch, claimed)
  const outcome =
    facts === null
      ? lost(file)
      : await deliverFile(runtime, watch, { file, facts, occasion, startedAt }).catch((error: unknown) =>
          failUnexpected(runtime, { workplaceId, id: file.id }, error),
        )
  if (!(outcome instanceof OutgoingFailure || outcome instanceof Refusal)) return
  const failed = pathIn(settings.failedFolder, nameOf(file.location))
  const kept = facts === null ? null : await moveAway(runtime, watch, { from: file.location, to: failed, id: file.id })
  const ms = Math.round(performance.now() - startedAt)
  await runtime.db.withTransaction(systemActor(workplaceId, 'log of deliveries'), (tx) =>
    tx.commit([failStatement(workplaceId, file.id, { fault: outcome.message, ms, location: kept })]),
  )
}

/**
 * Notes the unexpected error of a file. @returns why the file failed.
 * @throws OutgoingFailure as long as the file is tried again: its claim stays, and the check continues with others.
 */
async function failUnexpected(
  runtime: Runtime,
  delivery: { readonly workplaceId: string; readonly id: string },
  error: unknown,
): Promise<OutgoingFailure> {
  if (error instanceof OutgoingFailure) throw error
  const fault = await noteUnexpected(runtime, delivery, error)
  if (fault !== null) return new OutgoingFailure(fault, { isFinal: true })
  throw new OutgoingFailure(`${describeUnexpected(error)} The file is tried again.`)
}

/**
 * Returns the statement that notes a claimed delivery as failed.
 * @param end.location where its file or mail is now; null: nobody knows.
 */
export function failStatement(
  workplaceId: string,
  id: string,
  { fault, ms, location }: { readonly fault: string; readonly ms: number; readonly location: string | null },
): Statement {
  return {
    name: 'external_delivery_failed',
    text: `update external_delivery set outcome = 'failed', fault = $3, ms = $4, location = $5 where workplace_id = $1 and id = $2 and outcome = 'claimed'`,
    values: [workplaceId, id, shorten(fault), ms, location],
  }
}

function lost({ path }: OpenFile): OutgoingFailure {
  return missingFile(path, 'the watched folder')
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** @returns where the file is now. */
async function moveAway(
  { lookUps }: Runtime,
  { reached }: Watch,
  { from, to, id }: { readonly from: string; readonly to: string; readonly id: string },
): Promise<string> {
  return lookUps.useFolder(reached, async (folder) => {
    const target = (await folder.find(to)) === null ? to : nameWith(to, id)
    await folder.move(from, target, { replaces: false })
    return target
  })
}

interface Delivering {
  readonly file: OpenFile
  readonly facts: FileFacts
  readonly occasion: Occasion
  readonly startedAt: number
}

async function deliverFile(
  runtime: Runtime,
  watch: Watch,
  { file, facts, occasion, startedAt }: Delivering,
): Promise<unknown> {
  const { settings, workplaceId, id, reached } = watch
  const { db, clock } = runtime
  let bytes: Uint8Array = new Uint8Array()
  if (needsContent(settings.target)) {
    if (facts.size > maxContent)
      return new OutgoingFailure(
        `Expected a file of at most ${maxContent} bytes as a variable, but it has ${facts.size}. Map its path, and read it with a file adapter.`,
        { isFinal: true },
      )
    bytes = await runtime.lookUps.useFolder(reached, (folder) => folder.read(file.location, readAll))
  }
  try {
    return await deliver(
      { db, clock, runtime },
      {
        listener: { id, workplaceId },
        target: settings.target,
        arrived: arrivedOf({ ...facts, name: file.subject }, file.location, bytes),
        occasion,
        note: (done) => [
          acceptStatement(workplaceId, file.id, { ...done, ms: Math.round(performance.now() - startedAt) }),
        ],
      },
    )
  } catch (error) {
    // Another server has processed it meanwhile, which thought that this one had ended.
    if (hasFailed(error, acceptName)) return null
    throw error
  }
}

function needsContent({ variables, correlation, businessKey }: ListenerTarget): boolean {
  return [...variables, ...correlation, ...(businessKey === null ? [] : [businessKey])].some(
    ({ source }) => source === 'content',
  )
}

function arrivedOf({ name, size, modified }: FileFacts, path: string, bytes: Uint8Array): Arrived {
  const values = { name, path, size, modified: modified.toISOString() }
  return {
    content: () => ({ bytes, name, type: 'application/octet-stream' }),
    read: (source) => (Object.hasOwn(values, source) ? values[source as keyof typeof values] : undefined),
  }
}

async function readAll(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  let size = 0
  for await (const part of parts) {
    size += part.length
    // It may have grown since its size was asked.
    if (size > maxContent)
      throw new OutgoingFailure(`Expected a file of at most ${maxContent} bytes.`, { isFinal: true })
    all.push(Buffer.from(part))
  }
  return Buffer.concat(all)
}

/** The name of `acceptStatement`. */
export const acceptName = 'external_delivery_accept'

/** Returns the statement that notes a claimed delivery as processed. It fails where the delivery is not claimed any more. */
export function acceptStatement(
  workplaceId: string,
  id: string,
  { instanceId, processKey, ms }: Reached & { readonly ms: number },
): Statement {
  return {
    name: acceptName,
    text: `with done as (update external_delivery set outcome = 'accepted', instance_id = $3, process_key = $4, ms = $5
        where workplace_id = $1 and id = $2 and outcome = 'claimed' returning id) select 1 / count(*) from done`,
    values: [workplaceId, id, instanceId, processKey, ms],
  }
}
