import { defaultBudgets } from '@millrace/contract'
import { createTestDatabase } from '@millrace/server/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openCell } from './open-cell.ts'
import { openCells } from './open-cells.ts'

const installation = '3f0c9d6e-6f0e-4d6a-9a52-0d4f2f9b7a11'

async function createCell(name: string) {
  const { admin, connectionString } = await createTestDatabase()
  await admin.query('delete from workplace')
  await admin.query('insert into cell_identity (installation, name) values ($1, $2)', [installation, name])
  return connectionString
}

const [north, south] = [await createCell('north'), await createCell('south')]
const other = await createTestDatabase()

async function open(
  connectionString: string,
): Promise<{ readonly isOpen: boolean; readonly lines: readonly string[] }> {
  const lines: string[] = []
  const [cell] = await openCells({
    ...{ cells: [{ name: 'north', url: connectionString }], installation, budgets: defaultBudgets, waitMs: 0 },
    report: (line) => lines.push(line),
  })
  const isOpen = cell?.isOpen === true
  await cell?.close()
  return { isOpen, lines }
}

describe('a database of another installation', () => {
  it('is refused before it is migrated, and stays as it is', async () => {
    await other.admin.query('delete from migration where number = (select max(number) from migration)')
    const count = async () => (await other.admin.query('select count(*) from migration')).rows
    const before = await count()
    const { isOpen, lines } = await open(other.connectionString)
    expect([isOpen, lines]).toEqual([false, [expect.stringContaining('has workplaces of another one')]])
    expect(await count()).toEqual(before)
    expect((await other.admin.query('select from cell_identity')).rowCount).toBe(0)
  })

  it('is refused by its identity', async () => {
    expect((await open(south)).lines).toEqual([expect.stringContaining('but the database south is there')])
    expect(await open(north)).toEqual({ isOpen: true, lines: [] })
  })
})

it('reports once why a database does not open, and again when the reason changes', async () => {
  const report = vi.fn()
  let reason = 'away'
  const fail = vi.fn(() => Promise.reject(new Error(reason)))
  const cell = await openCell({ name: 'north', open: fail, report, retryMs: 1 })
  onTestFinished(() => cell.close())
  await expect.poll(() => fail.mock.calls.length).toBeGreaterThan(3)
  expect(report).toHaveBeenCalledOnce()
  reason = 'wrong password'
  await expect.poll(() => report.mock.calls.length).toBe(2)
})
