import { noRows, type Variable } from '@millrace/engine'
import { countTurns } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { openRows, packRows, type SentRows } from './sent-rows.ts'

function rowsWith(count: number) {
  const variables = Array.from(
    { length: count },
    (_, n): Variable => ({
      id: `id ${n}`,
      instanceId: 'instance',
      scopeId: 'instance',
      name: `v${n}`,
      revision: 1,
      createdAt: '2026-01-01T00:00:00.000Z',
      value: { type: 'Bytes', value: new Uint8Array([n % 256]), info: null },
    }),
  )
  return { ...noRows, rootId: 'instance', isComplete: false, completeScopes: ['instance'], variables }
}

it.each([0, 2000, 2001, 10_000])('sends %s variables to a thread as they are', async (count) => {
  const rows = rowsWith(count)
  expect(openRows(structuredClone(await packRows(rows)))).toEqual(rows)
})

it('lets other requests come in while many rows are encoded, which then travel as bytes', async () => {
  let sent: SentRows | undefined
  const turns = await countTurns(async () => {
    sent = await packRows(rowsWith(10_000))
  })
  expect(turns).toBeGreaterThanOrEqual(5)
  expect([sent?.rows.variables.length, sent?.long[0]?.portions.length]).toEqual([0, 5])
  expect(await countTurns(() => packRows(rowsWith(1000)))).toBe(0)
})
