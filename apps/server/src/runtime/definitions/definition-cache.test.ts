import type { Definition } from '@millrace/engine'
import { createTestDatabase } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { completeTask, createTestRuntime, deployModel, start } from '../testing/test-runtime.ts'
import { createDefinitionCache } from './definition-cache.ts'

describe('the cache of definitions', () => {
  const fill = (room: number, ...sizes: readonly number[]) => {
    const { processes } = createDefinitionCache(room)
    for (const [index, size] of sizes.entries()) processes.set(`d${index}`, { id: `d${index}` } as Definition, size)
    return { processes, kept: () => sizes.flatMap((_, index) => (processes.get(`d${index}`) ? [`d${index}`] : [])) }
  }

  it('keeps what there is room for, and lets go what was used longest ago', () => {
    expect(fill(30, 10, 10, 10).kept()).toEqual(['d0', 'd1', 'd2'])
    expect(fill(30, 10, 10, 10, 10).kept()).toEqual(['d1', 'd2', 'd3'])
    const { processes, kept } = fill(30, 10, 10, 10)
    processes.get('d0')
    processes.set('new', { id: 'new' } as Definition, 15)
    expect(kept()).toEqual(['d0'])
  })

  it('keeps the last one, however large it is', () => {
    expect(fill(30, 10, 500).kept()).toEqual(['d1'])
    expect(fill(30, 500, 10).kept()).toEqual(['d1'])
  })

  it('counts what takes the place of another once', () => {
    const { processes, kept } = fill(30, 10, 10)
    for (let times = 0; times < 9; times++) processes.set('d1', { id: 'd1' } as Definition, 10)
    expect(kept()).toEqual(['d0', 'd1'])
    expect([processes.sizeOf('d0'), processes.sizeOf('gone')]).toEqual([10, 10_000])
  })

  it('has every step find the definitions that it needs, also when there is room for one', async () => {
    const { db, admin, workplaceId } = await createTestDatabase()
    const runtime = { ...createTestRuntime(db), definitions: createDefinitionCache(1) }
    const actor = { workplaceId, userId: 'ann', cause: 'test' }
    const call = (id: string, called: string) =>
      `<process id="${id}" isExecutable="true"><startEvent id="${id}s"/><sequenceFlow id="${id}a" sourceRef="${id}s" targetRef="${id}c"/><callActivity id="${id}c" calledElement="${called}"/></process>`
    const model = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="test">${call('outer', 'middle')}${call('middle', 'inner')}
      <process id="inner" isExecutable="true"><startEvent id="is"/><sequenceFlow id="ia" sourceRef="is" targetRef="work"/><userTask id="work"/></process></definitions>`
    const { instanceId } = await start(runtime, actor, await deployModel(runtime, actor, model))
    const { rows } = await admin.query('select id from task where root_id = $1', [instanceId])
    expect(await completeTask(runtime, actor, rows[0].id)).toMatchObject({ ok: true })
    expect((await admin.query('select from instance')).rowCount).toBe(0)
  })
})
