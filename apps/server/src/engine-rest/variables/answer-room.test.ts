import { process } from '@millrace/bpmn/builder'
import { createTestDatabase } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { createTestRuntime, deployModel, start } from '../../runtime/testing/test-runtime.ts'
import { createAnswerRoom } from './answer-room.ts'

const { db, workplaceId } = await createTestDatabase()
const runtime = createTestRuntime(db)
const actor = { workplaceId, userId: 'ada', cause: 'test' }
const definitionId = await deployModel(runtime, actor, process('keeper').start().userTask('hold').end().toXml())
const startWith = async (variables: Readonly<Record<string, unknown>>) => {
  const { instanceId: id } = await start(runtime, actor, definitionId, variables)
  return { rootId: id, instanceId: id, scopeId: id, elementId: null }
}

it('is used up by many short variables, and has room for what has none', async () => {
  const [some, none] = [await startWith({ a: 'x' }), await startWith({})]
  const room = createAnswerRoom({ answerValues: 50 })
  await db.read({ workplaceId }, async (tx) => {
    const namesOf = async (scope: typeof some) =>
      (await room.select(tx, workplaceId, scope, { isLocal: true })).map(({ name }) => name)
    expect(await namesOf(some)).toEqual(['a'])
    expect(await namesOf(none)).toEqual([])
    await expect(namesOf(some)).rejects.toMatchObject({ code: 'request.too-costly' })
  })
})
