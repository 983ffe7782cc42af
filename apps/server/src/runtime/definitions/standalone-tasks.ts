import { readBpmn } from '@millrace/bpmn'
import { createDefinition, type Definition } from '@millrace/engine'

/** The definition of all standalone tasks, which nobody has deployed. */
export const standaloneTasks = { id: '00000000-0000-0000-0000-000000000000', element: 'task' } as const

const xml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="https://millrace.example">
  <process id="standalone-task" isExecutable="true"><userTask id="${standaloneTasks.element}"/></process></definitions>`

let read: Promise<Definition> | undefined

export function getStandaloneTasks(): Promise<Definition> {
  read ??= readDefinition()
  return read
}

async function readDefinition(): Promise<Definition> {
  const answer = await readBpmn(xml)
  const [model] = answer.ok ? answer.document.processes : answer.processes
  if (model === undefined) throw new Error('Expected the definition of standalone tasks to be one of a process.')
  const { id } = standaloneTasks
  return createDefinition({ id, key: model.id, version: 1, deploymentId: id, tenantId: null, model })
}
