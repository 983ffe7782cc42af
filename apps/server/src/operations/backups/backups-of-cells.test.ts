import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@millrace/server/testing'
import { afterAll, expect, it } from 'vitest'
import { createTestRuntime } from '../../runtime/testing/test-runtime.ts'
import { pruneBackups } from './prune-backups.ts'
import { takeBackup } from './take-backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'millrace-cells-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const installation = '3f0c9d6e-6f0e-4d6a-9a52-0d4f2f9b7a11'

/** Takes the backup of a database beside the first one. @returns by what backups are told apart. */
async function backUp(name: string, { admin, db, connectionString }: Awaited<ReturnType<typeof createTestDatabase>>) {
  await admin.query('update workplace set is_default = false')
  await admin.query('insert into cell_identity (installation, name) values ($1, $2)', [installation, name])
  const { manifest } = await takeBackup({
    ...{ database: { connectionString }, files: createTestRuntime(db).files, folder: join(folder, name) },
    ...{ secret: 'x'.repeat(40), timeZone: 'UTC', passphrase: null, version: '1', report: () => {}, check: null },
  })
  return manifest.installation
}

const north = await createTestDatabase()
const south = await createTestDatabase()

it('are kept for each database when several are backed up into one folder', async () => {
  const installations = [await backUp('north', north), await backUp('south', south)]
  for (const one of installations) expect(await pruneBackups(folder, one, 1, new Date())).toEqual([])
})
