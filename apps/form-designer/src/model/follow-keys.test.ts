import type { FormNode } from '@millrace/forms'
import { expect, test } from 'vitest'
import { followKeys } from './follow-keys.ts'

const layout = { span: { base: 12, sm: 12, md: 12 } }
const number = (key: string, props: Record<string, unknown> = {}): FormNode => ({
  ...{ id: key, type: 'number', key, layout },
  props: { label: key, ...props },
})
const renamed = new Map([
  ['a', 'a2'],
  ['b', 'b2'],
])

test.each([
  ['=a * 2', '=a2 * 2'],
  ['=order.a + b', '=order.a + b2'],
  ['="a" + string(a)', '="a" + string(a2)'],
  ['={a: b}', '={a: b2}'],
  ['=if a > 1 then a else c', '=if a2 > 1 then a2 else c'],
  ['=for i in 1..a return i', '=for i in 1..a2 return i'],
])('%s of a copy is %s', (computed, expected) => {
  expect(followKeys([number('b2', { computed })], renamed)[0]?.props.computed).toBe(expected)
})

test('names of a row are those of the row', () => {
  const list: FormNode = {
    ...{ id: 'l', type: 'repeater', key: 'l2', layout, props: { label: 'l', visible: '=a > 0' } },
    children: [number('a'), number('c', { computed: '=a + b', dependsOn: 'b' })],
  }
  const [copy] = followKeys([list], renamed)
  expect(copy?.props.visible).toBe('=a2 > 0')
  expect(copy?.children?.[1]?.props).toMatchObject({ computed: '=a + b2', dependsOn: 'b2' })
})
