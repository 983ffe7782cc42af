// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions are written like that
import { describe, expect, test } from 'vitest'
import { createTestScope } from '../test-scope.ts'
import { evaluateUel, failUel } from '../test-uel.ts'

const variables = {
  text: '{"customer":{"name":"Kermit","age":30,"vip":true,"none":null},"items":[{"n":"a","p":5},{"n":"b","p":15}]}',
  order: { price: 120, tags: ['x', 'y'], address: { city: 'Bonn' }, note: null },
}

describe('Spin nodes', () => {
  test.each([
    ["S(text).prop('customer').prop('name').stringValue()", 'Kermit'],
    ["JSON(text).prop('customer').prop('age').numberValue() + 1", 31],
    ["S(text).prop('customer').prop('vip').boolValue()", true],
    ["S(text).prop('customer').prop('age').value()", 30],
    ["S(text).prop('customer').prop('none').isNull()", true],
    ["S(text).prop('customer').hasProp('x')", false],
    ["S(text).prop('items').isArray() && S(text).isObject()", true],
    ["S(text).prop('items').elements().size()", 2],
    ["S(text).prop('items').elements().get(1).prop('n').stringValue()", 'b'],
    ["S(text).prop('items').elements()[0].prop('p').value()", 5],
    ['S(text).fieldNames()', ['customer', 'items']],
    ["S(text).prop('customer')", { name: 'Kermit', age: 30, vip: true, none: null }],
    ["S(order).prop('price').numberValue()", 120],
    ["order.prop('price').numberValue() > 100", true],
    ["order.prop('address').prop('city').stringValue()", 'Bonn'],
    ["order.tags.lastIndexOf(S(order).prop('tags').elements()[1])", 1],
    ["order.hasProp('note')", true],
    ["order.prop('tags').elements().get(0).stringValue()", 'x'],
    ["order.prop('price') == 120", true],
    ["order.prop('tags').indexOf('y')", 1],
    ["S('[1,2]').append(3)", [1, 2, 3]],
    [
      "S('{}').prop('a', 1).prop('b', order).toString()",
      '{"a":1,"b":{"price":120,"tags":["x","y"],"address":{"city":"Bonn"},"note":null}}',
    ],
    ["S('[1,2,3]').insertAt(0, 9).removeAt(-1).remove(2)", [9, 1]],
    ['S(\'{"a":1,"b":2}\').deleteProp(\'a\')', { b: 2 }],
    ["S('5').isNumber() && S('true').isBoolean() && S('\"x\"').isString()", true],
  ])('%s is %j', (source, expected) => {
    expect(evaluateUel(`\${${source}}`, structuredClone(variables))).toEqual(expected)
  })

  test.each([
    ["S(text).jsonPath('$.customer.name').stringValue()", 'Kermit'],
    ["S(text).jsonPath('$.items[1].p').numberValue()", 15],
    ["S(text).jsonPath(\"$['customer']['vip']\").boolValue()", true],
    ["S(text).jsonPath('$.items[*].n').elementList().size()", 2],
    ["S(text).jsonPath('$..n').element()", ['a', 'b']],
    ["S(text).jsonPath(\"$.items[?(@.n == 'b')]\").elementList().get(0).prop('p').value()", 15],
    ["S(text).jsonPath('$.items[?(@.p > 3)]').elementList().size()", 2],
    ["S(text).jsonPath('$.items[?(@.missing)]').elementList().size()", 0],
    ["order.jsonPath('$.address.city').stringValue()", 'Bonn'],
  ])('%s is %j', (source, expected) => {
    expect(evaluateUel(`\${${source}}`, variables)).toEqual(expected)
  })

  test.each([
    "S(text).prop('nope')",
    "S(text).prop('customer').stringValue()",
    "S(text).prop('items').prop('n')",
    "S('{')",
    "S('<a/>')",
    "S(text).jsonPath('$.nope')",
    "S(text).jsonPath('$.items[(@.length-1)]')",
    "S('[1]').remove(5)",
    'S(text).elements()',
  ])('%s is an error', (source) => {
    expect(failUel(`\${${source}}`, variables).message).toMatch(/^Expected .*, but .*\.$/s)
  })

  test('a node made from a variable is a copy', () => {
    const scope = createTestScope(structuredClone(variables))
    evaluateUel("${S(order).prop('price', 1)}", scope)
    expect(scope.variables).toEqual(variables)
  })
})
