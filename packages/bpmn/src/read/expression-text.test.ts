import { describe, expect, it } from 'vitest'
import { bpmnOf, rawXml } from '../builder/index.ts'
import type { Dialect } from '../model.ts'
import { readModel } from '../testing/read-model.ts'
import { expressionText, languageName } from './expression-text.ts'

describe('expressionText', () => {
  it.each([
    ['approve', 'literal'],
    ['', 'literal'],
    ['costs $5 {net}', 'literal'],
    [`\${amount > 5}`, 'uel'],
    [`invoice_\${id}_copy`, 'uel'],
    ['#{amount}', 'uel'],
    ['= amount', 'literal'],
  ])('takes “%s” as %s', (text, language) => {
    expect(expressionText('camunda', text)).toEqual({ language, text })
  })

  it('takes a leading equals sign as FEEL in our own dialect', () => {
    expect(expressionText('millrace', '= amount > 5')).toEqual({ language: 'feel', text: 'amount > 5' })
    expect(expressionText('millrace', `\${amount}`).language).toBe('uel')
  })
})

describe('languageName', () => {
  it.each([
    ['JavaScript', 'javascript'],
    ['ecmascript', 'javascript'],
    ['text/javascript', 'javascript'],
    ['http://www.example.org/languages/JavaScript', 'javascript'],
    ['FEEL', 'feel'],
    ['https://www.omg.org/spec/DMN/20191111/FEEL/', 'feel'],
    ['juel', 'uel'],
    ['http://www.w3.org/1999/XPath', 'xpath'],
    ['Groovy', 'groovy'],
  ])('knows %s as %s', (written, name) => {
    expect(languageName(written)).toBe(name)
  })
})

function conditionOf(condition: string, dialect: Dialect = 'camunda') {
  const model = readModel(bpmnOf(dialect)`<process id="p" isExecutable="true"><startEvent id="s"/>
    <inclusiveGateway id="g" default="b"/><endEvent id="e"/><sequenceFlow id="f" sourceRef="s" targetRef="g"/>
    <sequenceFlow id="a" sourceRef="g" targetRef="e">${rawXml(condition)}</sequenceFlow>
    <sequenceFlow id="b" sourceRef="g" targetRef="e"/></process>`)
  return model.flows.a?.condition
}

describe('the condition of a flow', () => {
  it('may leave out its type, as old models do', () => {
    expect(conditionOf(`<conditionExpression>\n  \${ok}\n</conditionExpression>`)).toEqual({
      language: 'uel',
      text: `\${ok}`,
    })
  })

  it('lets its language win over its look', () => {
    expect(
      conditionOf(
        `<conditionExpression xsi:type="tFormalExpression" language="javascript">a > 1</conditionExpression>`,
      ),
    ).toEqual({ language: 'javascript', text: 'a > 1' })
    expect(conditionOf(`<conditionExpression language="feel">= a > 1</conditionExpression>`)).toEqual({
      language: 'feel',
      text: 'a > 1',
    })
    expect(conditionOf(`<conditionExpression language="juel">\${a}</conditionExpression>`)).toEqual({
      language: 'uel',
      text: `\${a}`,
    })
    expect(conditionOf(`<conditionExpression language="groovy">a</conditionExpression>`)).toEqual({
      language: 'groovy',
      text: 'a',
    })
  })

  it('is FEEL by an equals sign in our own dialect', () => {
    expect(conditionOf(`<conditionExpression>= a > 1</conditionExpression>`, 'millrace')).toEqual({
      language: 'feel',
      text: 'a > 1',
    })
  })

  it('is none when it is empty', () => {
    expect(conditionOf('')).toBeNull()
    expect(conditionOf('<conditionExpression/>')).toBeNull()
  })
})
