import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findMigrationProblems } from './check-migrations.ts'

it('finds two migrations with one number, as two branches write them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, '20260101120000_one.sql'), '')
  expect(findMigrationProblems(folder)).toEqual([])
  writeFileSync(join(folder, '20260101120000_other.sql'), '')
  expect(findMigrationProblems(folder)).toEqual([
    'apps/server/migrations: Expected one migration with the number 20260101120000, but 20260101120000_one.sql and 20260101120000_other.sql have it. Rename one of them.',
  ])
})
