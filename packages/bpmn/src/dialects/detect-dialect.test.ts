import { describe, expect, it } from 'vitest'
import { readBpmn } from '../read-bpmn.ts'
import { BPMN_URI } from '../vocabulary/namespaces.ts'
import { dialects } from './index.ts'

const uris = Object.fromEntries(Object.values(dialects).map(({ dialect, uri }) => [dialect, uri]))

function read(attributes: string, process = '<startEvent id="s"/>', processAttributes = '') {
  const xml = `<definitions xmlns="${BPMN_URI}" ${attributes}><process id="p" ${processAttributes}>${process}</process></definitions>`
  const result = readBpmn(xml)
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join('\n'))
  return { model: result.document.processes[0], warnings: result.document.warnings }
}

describe('the dialect of a model', () => {
  it.each(Object.keys(uris))('is %s when its namespace is used, regardless of the prefix', (dialect) => {
    expect(read(`xmlns:zz="${uris[dialect]}"`, '<startEvent id="s" zz:asyncBefore="true"/>').model?.dialect).toBe(
      dialect,
    )
  })

  it('is the vendor that is used most', () => {
    const both = `xmlns:c="${uris.camunda}" xmlns:f="${uris.flowable}"`
    expect(read(both, '<startEvent id="s" f:initiator="a" f:formKey="b" c:asyncBefore="true"/>').model?.dialect).toBe(
      'flowable',
    )
    expect(read(both, '<startEvent id="s" f:initiator="a"/>').model?.dialect).toBe('flowable')
  })

  it('is the vendor whose namespace is declared when none is used', () => {
    expect(read(`xmlns:c="${uris.operaton}"`, undefined, 'isExecutable="true"').model?.dialect).toBe('operaton')
  })

  it.each([
    ['targetNamespace="http://activiti.org/bpmn20"', 'activiti'],
    ['exporter="Camunda Modeler"', 'camunda'],
    ['xmlns:m="http://flowable.org/modeler"', 'flowable'],
    ['targetNamespace="http://example.org"', 'bpmn'],
    ['', 'bpmn'],
  ])('is found by %s otherwise', (attributes, dialect) => {
    expect(read(attributes, undefined, 'isExecutable="true"').model?.dialect).toBe(dialect)
  })

  it('is what the file says outright, whatever else it has', () => {
    const both = `xmlns:c="${uris.camunda}" xmlns:m="${uris.millrace}"`
    const asynchronous = '<startEvent id="s" c:asyncBefore="true"/>'
    expect(read(`${both} m:dialect="flowable"`, asynchronous).model?.dialect).toBe('flowable')
    expect(read(`${both} m:dialect="bpmn"`, asynchronous).model?.dialect).toBe('bpmn')
    expect(read(`${both} m:dialect="other"`, asynchronous, 'isExecutable="true"').model?.dialect).toBe('camunda')
  })

  it('is camunda for a file of its first modeler', () => {
    const attributes = `xmlns:activiti="${uris.activiti}" exporter="camunda modeler"`
    const { model } = read(attributes, '<startEvent id="s" activiti:asyncBefore="true"/>', 'isExecutable="true"')
    expect(model?.dialect).toBe('camunda')
    expect(model?.elements.s?.async.before).toBe(true)
  })

  it('decides what a process without isExecutable is', () => {
    const executable = Object.entries(uris).map(([dialect, uri]) => [
      dialect,
      read(`xmlns:x="${uri}"`).model?.isExecutable,
    ])
    expect(Object.fromEntries(executable)).toEqual({
      camunda: false,
      operaton: false,
      flowable: true,
      activiti: true,
      millrace: true,
    })
    const plain = read('')
    expect(plain.model?.isExecutable).toBe(true)
    expect(plain.warnings).toMatchObject([{ code: 'bpmn.executable-assumed', elementId: 'p' }])
  })

  it('never overrules what the process says', () => {
    expect(read(`xmlns:x="${uris.flowable}"`, undefined, 'isExecutable="false"').model?.isExecutable).toBe(false)
    expect(read(`xmlns:x="${uris.camunda}"`, undefined, 'isExecutable="true"').model?.isExecutable).toBe(true)
  })
})
