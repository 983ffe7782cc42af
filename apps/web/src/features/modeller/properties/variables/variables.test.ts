// @vitest-environment node
import { openFile } from '@millrace/bpmn/testing'
import { describe, expect, it } from 'vitest'
import { nothingKnown } from '../../problems/known-things.ts'
import { findCompletions } from './find-completions.ts'
import { type KnownVariable, listVariables } from './list-variables.ts'

const variable = (name: string): KnownVariable => ({ name, type: 'any', about: '', options: [] })
const all = ['amount', 'amountDue', 'address.city', 'means'].map(variable)

describe('the variables of a drawing', () => {
  it('are the fields of forms, and what its elements set, each once', async () => {
    const { get } = await openFile(
      `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:millrace="urn:millrace:bpmn:1.0" targetNamespace="t"><process id="p">
        <startEvent id="s" millrace:initiator="who"/>
        <serviceTask id="x" name="Look up" millrace:resultVariable="found"><extensionElements><millrace:inputOutput><millrace:outputParameter name="price">1</millrace:outputParameter></millrace:inputOutput><millrace:out source="a" target="b"/></extensionElements>
          <multiInstanceLoopCharacteristics millrace:elementVariable="one"/></serviceTask>
        <userTask id="y" millrace:resultVariable="\${worked.out}"/></process></definitions>`,
    )
    const field = { name: 'amount', label: 'Amount', type: 'number', options: [] }
    const choice = { name: 'means', label: 'By', type: 'select', options: ['train'] }
    const forms = { items: [{ key: 'f', name: 'F', href: '/f', fields: [field, choice, field] }], isAll: true }
    const found = listVariables([get('s'), get('x'), get('y')], { ...nothingKnown, forms })
    expect(found.map(({ name }) => name)).toEqual(['amount', 'b', 'found', 'means', 'one', 'price', 'who'])
    expect(found.find(({ name }) => name === 'amount')).toEqual({
      name: 'amount',
      type: 'number',
      about: 'Amount',
      options: [],
    })
    expect(found.find(({ name }) => name === 'price')).toMatchObject({ about: 'Look up', type: 'any' })
    expect(found.find(({ name }) => name === 'means')).toMatchObject({ options: ['train'] })
  })
})

describe('what is offered while an expression is typed', () => {
  const offered = (text: string, isAsked = false) =>
    findCompletions(text.replace('|', ''), text.indexOf('|'), all, isAsked)?.found.map(({ name }) => name) ?? []

  it.each([
    ['= am|', ['amount', 'amountDue']],
    ['= AMOUNTd|', ['amountDue']],
    ['= address.c|', ['address.city']],
    ['${means == a|}', ['amount', 'amountDue', 'address.city']],
    ['Dear ${me|} there', ['means']],
    ['= "a" + am|', ['amount', 'amountDue']],
  ])('is what the word may become: %s', (text, expected) => {
    expect(offered(text)).toEqual(expected)
  })

  it.each(['am|', '= "am|', '${means} am|', '= |', '= 12am|', '= nothing|', '= it.am|'])('is nothing: %s', (text) => {
    expect(offered(text)).toEqual([])
  })

  it('is everything when it is asked for', () => {
    expect(offered('= |', true)).toEqual(all.map(({ name }) => name))
  })
})
