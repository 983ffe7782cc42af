import { createTestApp, fillRestLists, testPerson, testRequest } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { type LoggedOperation, logOperation } from './logged-operation.ts'

const { db, admin, workplaceId, runtime } = await createTestApp()
const request = testRequest(testPerson({ workplaceId }))
await fillRestLists(admin, { workplaceId, rows: 20_000 })

/** One that exists of each kind, by what the lists were filled with. */
const idOf = (kind: number) => `${String(kind).padStart(8, '0')}-0000-7000-8000-000000000003`

it.each([
  ['instance', idOf(2)],
  ['execution', idOf(2)],
  ['execution', idOf(3)],
  ['task', idOf(4)],
  ['job', idOf(5)],
  ['externalTask', idOf(7)],
] as const)('finds the place of one %s, %s, without reading all of them', async (kind, id) => {
  const to: LoggedOperation['to'] = { kind, id }
  const { text, values } = logOperation({ runtime, clock: () => new Date() }, request, {
    operation: 'Change',
    entity: 'Any',
    category: 'Operator',
    to,
  })
  const plan = await db.read({ workplaceId }, async (tx) => {
    const [rows = []] = await tx.batch([{ name: `explained_${kind}`, text: `explain ${text}`, values }])
    return rows.map(([line]) => String(line))
  })
  expect(plan.join('\n')).toMatch(/Index (Only )?Scan/)
  expect(plan.filter((line) => /Seq Scan on (?!process_definition|job_definition|deployment)/.test(line))).toEqual([])
})
