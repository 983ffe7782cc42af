import { createTestDatabase } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import type { Actor } from '../../platform/db/actor.ts'
import { createTestRuntime } from '../testing/test-runtime.ts'
import { deploy } from './deploy.ts'

const { db, workplaceId } = await createTestDatabase()
const runtime = createTestRuntime(db)
const actor: Actor = { workplaceId, userId: 'ann', cause: 'test' }

const startedBy = (id: string, message: string) => ({
  name: `${id}.bpmn`,
  bytes: new TextEncoder().encode(
    `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="test"><message id="m-${id}" name="${message}"/><process id="${id}" isExecutable="true"><startEvent id="s-${id}"><messageEventDefinition messageRef="m-${id}"/></startEvent></process></definitions>`,
  ),
})

async function deployed(files: ReturnType<typeof startedBy>[], tenantId: string | null = null): Promise<string[]> {
  const answer = await deploy(runtime, actor, { name: null, source: null, tenantId, files })
  return answer.ok
    ? []
    : answer.problems.map(({ file, elementId, code, message }) => `${file}#${elementId} ${code} ${message}`)
}

// Camunda and Flowable, `MessageStartEventTest.testSameMessageNameFails`: nothing says which of them it would start.
it('a message starts one process: a second one that it is to start is refused', async () => {
  const refused = (id: string, other: string) =>
    `${id}.bpmn#s-${id} deployment.message-taken Expected the message “order” to start one process, but it starts the process “${other}” as well. Rename one of the messages.`
  expect(await deployed([startedBy('first', 'order')])).toEqual([])
  expect(await deployed([startedBy('second', 'order')])).toEqual([refused('second', 'first')])
  expect(await deployed([startedBy('first', 'order')])).toEqual([])
  expect(await deployed([startedBy('third', 'other'), startedBy('fourth', 'other')])).toHaveLength(1)
  expect(await deployed([startedBy('second', 'order')], 'berlin')).toEqual([])
  // The name is free when its process waits for another message.
  expect(await deployed([startedBy('first', 'renamed')])).toEqual([])
  expect(await deployed([startedBy('second', 'order')])).toEqual([])
})
