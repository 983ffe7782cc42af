import { process } from '@millrace/bpmn/builder'
import { createTestDatabase } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { createTestRuntime, deployModel, start } from '../../runtime/testing/test-runtime.ts'
import { countReadRows, readPlan } from '../testing/read-plan.ts'
import { selectShown, shownSql } from './select-variables.ts'

const { db, admin, workplaceId } = await createTestDatabase()
const runtime = createTestRuntime(db)
const actor = { workplaceId, userId: 'ada', cause: 'test' }
const definitionId = await deployModel(runtime, actor, process('wide').start().userTask('work').end().toXml())

it('adds up the sizes of many variables once, whatever number the planner expects', async () => {
  await start(runtime, actor, definitionId, { one: 1 })
  await admin.query('analyze variable')
  const variables = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`v${n}`, 'four']))
  const { instanceId } = await start(runtime, actor, definitionId, variables)
  const scope = { rootId: instanceId, instanceId, scopeId: instanceId, elementId: null }
  const choice = { isLocal: false }
  const rows = await db.read(actor, (tx) => selectShown(tx, workplaceId, scope, { ...choice, most: 10_000 }))
  expect([rows.length, rows[0]?.total, rows[0]?.value]).toEqual([2000, 8000, 'four'])
  const nodes = await readPlan(db, workplaceId, shownSql(workplaceId, scope, choice, 10_000))
  // Each variable is compared with the instance, and with the elements around it.
  expect(Math.max(...nodes.map(countReadRows))).toBeLessThan(10_000)
})
