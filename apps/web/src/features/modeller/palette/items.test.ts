import { checkBpmn, rowOf } from '@millrace/bpmn'
import { compile } from '@millrace/expressions'
import { checkTimer, isRetryCycle } from '@millrace/time'
import * as options from 'bpmn-js/lib/features/replace/ReplaceOptions'
import { describe, expect, it } from 'vitest'
import { listItems } from './items.ts'

interface Target {
  readonly type: string
  readonly eventDefinitionType?: string
}

const local = (type: string) => {
  const name = type.replace(/^bpmn:/, '')
  return name.charAt(0).toLowerCase() + name.slice(1)
}

/** What the vocabulary, which is what the engine runs, does not know. Starts of event sub-processes have checks of their own. */
function listUnknown(targets: readonly Target[]): string[] {
  return targets.flatMap(({ type, eventDefinitionType }) => {
    const name = local(type)
    const isDrawingAlone = /participant|data|group|annotation/i.test(name)
    const row = rowOf(name as 'task') as ReturnType<typeof rowOf> | undefined
    if (row === undefined) return isDrawingAlone ? [] : [name]
    if (eventDefinitionType === undefined || name === 'startEvent') return []
    const definition = local(eventDefinitionType).replace(/EventDefinition$/, '')
    return (row.definitions as readonly string[] | undefined)?.includes(definition) ? [] : [`${name} ${definition}`]
  })
}

describe('what the modeller offers', () => {
  it.each(['millrace', 'camunda', 'flowable', 'activiti', 'operaton'])('can run in a file of %s', (dialect) => {
    expect(listUnknown(listItems(dialect).map(({ shape }) => shape))).toEqual([])
  })

  it('to change an element into can run, too', () => {
    const all = Object.values(options).flatMap((some): readonly { target?: Target }[] =>
      Array.isArray(some) ? some : Object.values(some as object).flat(),
    )
    const targets = all.flatMap(({ target }) => (target?.type === undefined ? [] : [target]))
    expect(targets.length).toBeGreaterThan(50)
    expect(listUnknown(targets)).toEqual([])
  })

  it.each(
    ['millrace', 'flowable', 'activiti', 'camunda'].flatMap((dialect) =>
      listItems(dialect).flatMap(({ service }) => (service === undefined ? [] : [[service, dialect] as const])),
    ),
  )('as the service %s is known to the checks of %s', (service, dialect) => {
    const uris: Record<string, string> = {
      millrace: 'urn:millrace:bpmn:1.0',
      flowable: 'http://flowable.org/bpmn',
      activiti: 'http://activiti.org/bpmn',
      camunda: 'http://camunda.org/schema/1.0/bpmn',
    }
    const xml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:v="${uris[dialect]}" targetNamespace="t">
      <process id="p" isExecutable="true"><startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="a"/><serviceTask id="a" v:type="${service}"/></process></definitions>`
    const { problems } = checkBpmn(xml, { compile, checkTimer, isRetryCycle })
    // What it is to call, and whom, comes next.
    expect(problems.filter(({ message }) => /the type of/.test(message))).toEqual([])
  })
})
