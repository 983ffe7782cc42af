import { describe, expect, it } from 'vitest'
import { bpmn } from './builder/index.ts'
import { listCallTargets } from './call-targets.ts'
import { indexModel } from './query.ts'
import { readModel } from './testing/read-model.ts'

const model =
  readModel(bpmn`<signal id="sig" name="x"/><process id="p" isExecutable="true"><startEvent id="s"/><sequenceFlow id="f1" sourceRef="s" targetRef="sub"/>
  <subProcess id="sub"><startEvent id="s2"/><sequenceFlow id="f2" sourceRef="s2" targetRef="call"/><callActivity id="call" calledElement="child"/></subProcess>
  <boundaryEvent id="b1" attachedToRef="sub"><signalEventDefinition signalRef="sig"/></boundaryEvent>
  <boundaryEvent id="b2" attachedToRef="sub"><errorEventDefinition/></boundaryEvent>
  <sequenceFlow id="f4" sourceRef="sub" targetRef="rule"/><sequenceFlow id="f3" sourceRef="sub" targetRef="rule"/>
  <businessRuleTask id="rule" camunda:decisionRef="dish" camunda:decisionRefBinding="deployment"/>
  <subProcess id="es" triggeredByEvent="true"><startEvent id="s3"><signalEventDefinition signalRef="sig"/></startEvent></subProcess></process>`)

describe('indexModel', () => {
  const index = indexModel(model)
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)

  it('lists what is in a scope, in document order', () => {
    expect(ids(index.listChildren('p'))).toEqual(['s', 'sub', 'b1', 'b2', 'rule', 'es'])
    expect(ids(index.listChildren('sub'))).toEqual(['s2', 'call'])
    expect(ids(index.listChildren('rule'))).toEqual([])
  })

  it('lists start events, event sub-processes and boundary events', () => {
    expect(ids(index.listStartEvents('p'))).toEqual(['s'])
    expect(ids(index.listStartEvents('es'))).toEqual(['s3'])
    expect(ids(index.listEventSubProcesses('p'))).toEqual(['es'])
    expect(ids(index.listEventSubProcesses('sub'))).toEqual([])
    expect(ids(index.listBoundaryEvents('sub'))).toEqual(['b1', 'b2'])
  })

  it('lists flows in document order', () => {
    expect(ids(index.listOutgoing('sub'))).toEqual(['f4', 'f3'])
    expect(ids(index.listIncoming('rule'))).toEqual(['f4', 'f3'])
    expect(ids(index.listOutgoing('rule'))).toEqual([])
  })

  it('finds elements, flows and the scope around an element', () => {
    const call = index.findElement('call')
    expect(call?.type).toBe('callActivity')
    expect(call === undefined ? null : index.findScope(call)?.id).toBe('sub')
    expect(index.findElement('p')).toBeUndefined()
    expect(index.findElement('constructor')).toBeUndefined()
    expect(index.findFlow('f1')?.targetId).toBe('sub')
  })

  it('is created once for a model', () => {
    expect(indexModel(model)).toBe(index)
  })
})

describe('listCallTargets', () => {
  it('lists called processes and decisions with their binding', () => {
    expect(listCallTargets(model)).toEqual([
      { elementId: 'call', kind: 'process', ref: { language: 'literal', text: 'child' }, binding: { kind: 'latest' } },
      {
        elementId: 'rule',
        kind: 'decision',
        ref: { language: 'literal', text: 'dish' },
        binding: { kind: 'deployment' },
      },
    ])
  })
})
