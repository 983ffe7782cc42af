import { expect, it } from 'vitest'
import { guessType } from './asked-variables.ts'

it.each([
  [`\${approved}`, 'approved', 'Boolean'],
  [`\${!approved}`, 'approved', 'Boolean'],
  [`\${not approved && ready}`, 'ready', 'Boolean'],
  ['=approved and amount > 5', 'approved', 'Boolean'],
  ['=approved and amount > 5', 'amount', 'Double'],
  [`\${amount ge 100}`, 'amount', 'Double'],
  [`\${state == 'done'}`, 'state', 'String'],
  ['=state = "done"', 'state', 'String'],
  [`\${agreed == true}`, 'agreed', 'Boolean'],
  [`\${order.total > 5}`, 'order', 'String'],
  [`\${a == b}`, 'a', 'String'],
])('takes what %s does with %s for a %s', (source, name, type) => {
  expect(guessType(source, name)).toBe(type)
})
