import { process } from '@millrace/bpmn/builder'
import { countTurns, createTestDatabase } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { createTestRuntime, deployModel, start } from '../testing/test-runtime.ts'
import { loadPartStatement } from './load-rows.ts'
import { readLoaded, readLoadedInTurns } from './read-loaded.ts'

const { db, workplaceId } = await createTestDatabase()
const runtime = createTestRuntime(db)
const actor = { workplaceId, userId: 'ada', cause: 'test' }
const definitionId = await deployModel(runtime, actor, process('wide').start().userTask('work').end().toXml())

async function loadWith(count: number) {
  const variables = Object.fromEntries(Array.from({ length: count }, (_, n) => [`v${n}`, n]))
  const { instanceId: id } = await start(runtime, actor, definitionId, variables)
  const [loaded] = await db.read(actor, (tx) => tx.batch([loadPartStatement(workplaceId, id, { kind: 'scope', id })]))
  return loaded
}

it('lets other requests come in while many rows are read, with the same result', async () => {
  const loaded = await loadWith(10_000)
  let rows: Awaited<ReturnType<typeof readLoadedInTurns>> = null
  const turns = await countTurns(async () => {
    rows = await readLoadedInTurns(loaded)
  })
  expect(rows).toEqual(readLoaded(loaded))
  // One after the text was parsed, and one after each 2,000 variables.
  expect(turns).toBeGreaterThanOrEqual(6)
})

it('reads few rows in one turn', async () => {
  const loaded = await loadWith(10)
  expect(await countTurns(() => readLoadedInTurns(loaded))).toBe(0)
})
