import { describe, expect, it } from 'vitest'
import { bpmnOf, rawXml } from '../../builder/index.ts'
import type { Dialect } from '../../model.ts'
import { listErrors, readElement } from '../../testing/read-model.ts'

const literal = (text: string) => ({ kind: 'expression', expression: { language: 'literal', text } })
const uel = (text: string) => ({ kind: 'expression', expression: { language: 'uel', text } })

function file(extensions: string, dialect: Dialect = 'camunda') {
  return bpmnOf(
    dialect,
  )`<process id="p" isExecutable="true"><startEvent id="s"/><sequenceFlow sourceRef="s" targetRef="x"/><userTask id="x"><extensionElements>${rawXml(extensions)}</extensionElements></userTask></process>`
}

const readIo = (extensions: string, dialect?: Dialect) => readElement(file(extensions, dialect), 'userTask', 'x').io

const parameterValue = (inside: string) =>
  readIo(
    `<camunda:inputOutput><camunda:inputParameter name="a">${inside}</camunda:inputParameter></camunda:inputOutput>`,
  )?.inputs[0]?.value

describe('input and output mappings', () => {
  it('have parameters with texts and expressions', () => {
    expect(
      readIo(
        `<camunda:inputOutput><camunda:inputParameter name="a"> x </camunda:inputParameter><camunda:outputParameter name="b">\${c}</camunda:outputParameter></camunda:inputOutput>`,
      ),
    ).toEqual({
      inputs: [{ name: 'a', value: literal('x') }],
      outputs: [{ name: 'b', value: uel(`\${c}`) }],
    })
    expect(readIo('')).toBeNull()
  })

  it('hold lists and maps inside each other', () => {
    const nested = `<camunda:list><camunda:value>1</camunda:value><camunda:map><camunda:entry key="k">\${v}</camunda:entry><camunda:entry key="l"><camunda:list><camunda:value/></camunda:list></camunda:entry></camunda:map><camunda:list/></camunda:list>`
    expect(parameterValue(nested)).toEqual({
      kind: 'list',
      items: [
        literal('1'),
        {
          kind: 'map',
          entries: [
            { key: { language: 'literal', text: 'k' }, value: uel(`\${v}`) },
            { key: { language: 'literal', text: 'l' }, value: { kind: 'list', items: [uel(`\${null}`)] } },
          ],
        },
        { kind: 'list', items: [] },
      ],
    })
  })

  it('hold scripts', () => {
    expect(parameterValue('<camunda:script scriptFormat="JavaScript">1 + 1</camunda:script>')).toEqual({
      kind: 'script',
      script: { language: 'javascript', text: '1 + 1', resource: null },
    })
    expect(parameterValue('<camunda:script scriptFormat="groovy" resource="a.groovy"/>')).toMatchObject({
      script: { text: null, resource: { text: 'a.groovy' } },
    })
  })

  it('take no text as null', () => {
    expect(parameterValue('')).toEqual(uel(`\${null}`))
  })

  it('have names, and one value each', () => {
    expect(
      listErrors(file('<camunda:inputOutput><camunda:inputParameter>x</camunda:inputParameter></camunda:inputOutput>')),
    ).toEqual(['activity.mapping x'])
    expect(
      listErrors(
        file(
          '<camunda:inputOutput><camunda:inputParameter name="a"><camunda:list/><camunda:list/></camunda:inputParameter></camunda:inputOutput>',
        ),
      ),
    ).toEqual(['activity.mapping x'])
  })

  it('are in and out elements in Flowable', () => {
    expect(
      readIo(
        `<flowable:in source="a" target="b"/><flowable:in sourceExpression="\${c+1}" target="d" transient="true"/><flowable:out source="e" target="f" local="true"/>`,
        'flowable',
      ),
    ).toEqual({
      inputs: [
        { name: 'b', value: uel(`\${execution.getVariable('a')}`), isLocal: false, isTransient: false },
        { name: 'd', value: uel(`\${c+1}`), isLocal: false, isTransient: true },
      ],
      outputs: [{ name: 'f', value: uel(`\${execution.getVariable('e')}`), isLocal: true, isTransient: false }],
    })
  })
})
