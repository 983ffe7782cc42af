import { countTurns } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { createInstallationKey } from '../../platform/auth/installation-key.ts'
import { pack } from './pack.ts'
import type { PackageItem } from './package-kind.ts'
import { unpack } from './unpack.ts'

const about = { product: '1', createdAt: '2026-11-30T12:00:00.000Z', createdBy: 'ada', workplace: 'Ours' }

/** Packs ten data lists with a number of rows each. */
async function packLists(rowCount: number): Promise<Buffer> {
  const items = Array.from({ length: 10 }, (_, n): PackageItem => {
    const named = { key: `list${n}`, name: `List ${n}` }
    const rows = Array.from({ length: rowCount }, (_, row) => [`${row} `.padEnd(90, 'x')])
    const columns = [{ key: 'code', name: 'Code', type: 'text' }]
    return { kind: 'dataList', ...named, content: { ...named, description: '', columns, rows } }
  })
  const bytes = await pack({ items, about, key: createInstallationKey('the secret of a test, long enough for one') })
  if (!Buffer.isBuffer(bytes)) throw new Error(`Expected a package, but ${bytes.message}`)
  return bytes
}

it('reads the files of a large package over several turns of the event loop', async () => {
  const [small, large] = [await packLists(1), await packLists(2000)]
  const read: unknown[] = []
  const turnsOf = (bytes: Buffer) => countTurns(async () => void read.push(await unpack(bytes)))
  const turns = await turnsOf(small)
  // Ten files of about 200 kB, of which two are read in a turn.
  expect(await turnsOf(large)).toBeGreaterThanOrEqual(turns + 2 * 5)
  expect(read).toMatchObject([{ items: { length: 10 } }, { items: { length: 10 } }])
})
