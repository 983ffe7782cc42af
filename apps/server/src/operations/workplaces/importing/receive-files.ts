import { buffer } from 'node:stream/consumers'
import { kysely } from '../../../platform/db/kysely.ts'
import { sealName } from '../export-seal.ts'
import type { HeldWorkplace } from '../moving/hold-workplace.ts'
import { platformActor } from '../policy.ts'
import { BadTar } from '../read-tar.ts'
import type { Importing } from './importing.ts'

/**
 * Stores contents that were outside of the database where new files are stored. One is in memory at a time. They are held
 * until the import ends: if it is given up, they are removed.
 *
 * @returns their number.
 * @throws BadTar when there are more or fewer than the export says, and an error when the right of the command was lost.
 */
export async function receiveFiles(
  { homes, by, home, verified, row, entries }: Importing,
  held: HeldWorkplace,
): Promise<number> {
  const { workplace_id: workplaceId } = row
  const { current } = homes.storesOf(home)
  let count = 0
  for await (const { name, chunks } of entries) {
    if (name === sealName) break
    const [, id] = /^files\/([0-9a-f-]{36})$/.exec(name) ?? []
    if (id === undefined) throw new BadTar('Expected the content of a file.')
    const content = await buffer(chunks)
    // Just before: a removal that is planned after another command has opened the workplace would be carried out.
    await held.check()
    const kept = await current.put({ workplaceId, id }, content)
    await home.withTransaction(platformActor(by, workplaceId), async (tx) => {
      await kept.hold(tx)
      await tx.batch([{ name: 'move_rest', text: `select set_config('app.moves', 'on', true)`, values: [] }])
      await tx.query(
        kysely
          .updateTable('stored_file')
          .set({ kept_in: current.name, bytes: kept.bytes })
          .where('workplace_id', '=', workplaceId)
          .where('id', '=', id),
      )
    })
    count++
  }
  if (count !== verified.manifest.files)
    throw new BadTar(`Expected ${verified.manifest.files} files, but there are ${count}.`)
  return count
}
