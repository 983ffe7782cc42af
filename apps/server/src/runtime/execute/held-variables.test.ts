import { process } from '@millrace/bpmn/builder'
import { defaultBudgets } from '@millrace/contract'
import { createTestDatabase } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { createTestRuntime, deployModel } from '../testing/test-runtime.ts'
import { listWaysToKnow } from '../testing/ways-to-know.ts'
import { executeCommand } from './execute-command.ts'

const { db, workplaceId } = await createTestDatabase()
const budgets = { ...defaultBudgets, variableSize: 100_000 }
const actor = { workplaceId, userId: 'ada', cause: 'test' }
const model = process('holds').start('start').userTask('task').end().toXml()

describe.each(listWaysToKnow({ ...createTestRuntime(db), budgets }))('what an instance holds, when %s', (_, way) => {
  it('counts the values of earlier steps, also those that are too long to be loaded with it', async () => {
    const definitionId = await deployModel(way.runtime, actor, model)
    const { instanceId } = await way.start(actor, definitionId, { first: 'a'.repeat(45_000), second: 'b'.repeat(4000) })
    const change = async (set: Readonly<Record<string, string | Uint8Array>>, remove: readonly string[] = []) => {
      const answer = await executeCommand(way.runtime, actor, {
        target: { by: 'instance', id: instanceId },
        command: {
          type: 'setVariables',
          scopeId: instanceId,
          instanceId,
          isLocal: false,
          set: Object.entries(set).map(([name, value]) => ({
            name,
            value: { type: typeof value === 'string' ? 'String' : 'Bytes', value, info: null },
          })),
          remove,
        },
      })
      return answer.ok ? 'done' : answer.reason === 'failed' ? answer.failure.message : answer.reason
    }
    expect(await change({ bytes: new Uint8Array(40_000) })).toBe('done')
    expect(await change({ more: 'c'.repeat(11_001) })).toBe(
      'Beyond the budget “variableSize”: Expected at most 100000 characters and bytes in the variables of an instance with all it calls, or written in one step, but there would be 100001 with “more”. Keep large data outside, and in variables only where it is.',
    )
    expect(await change({ more: 'c'.repeat(11_000) })).toBe('done')
    expect(await change({ first: 'd'.repeat(45_001) })).toContain('100001 with “first”')
    expect(await change({ first: 'd'.repeat(44_000) })).toBe('done')
    expect(await change({ second: 'e'.repeat(5000) })).toBe('done')
    expect(await change({}, ['bytes'])).toBe('done')
    expect(await change({ more: 'c'.repeat(51_000) })).toBe('done')
  })
})
