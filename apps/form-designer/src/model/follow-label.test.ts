import { toDesign } from '@millrace/forms/design'
import { expect, test } from 'vitest'
import { buildDocument } from '../testing/build-design.ts'
import { keyOfLabel, labelOption } from './follow-label.ts'

const design = toDesign(
  buildDocument([
    { type: 'text', id: 'a', key: 'text', label: 'Text' },
    { type: 'text', id: 'b', key: 'text2', label: 'Text' },
    { type: 'text', id: 'c', key: 'mine', label: 'Text' },
    { type: 'text', id: 'd', key: 'costCentre', label: 'Cost centre' },
  ]),
)

test.each([
  ['a', 'Cost of trip', 'costOfTrip'],
  ['b', 'Ärger', 'arger'],
  ['a', 'Cost centre', 'costCentre2'],
  ['c', 'Other', null],
  ['d', '', null],
])('%s, named “%s”, gets the key %s', (id, label, key) => {
  expect(keyOfLabel(design, id, label)).toEqual(key === null ? null : { kind: 'setKey', id, key })
})

test('the value of an option follows its label until somebody chose another', () => {
  const options = [
    { value: 'option1', label: 'Option 1' },
    { value: 'x', label: 'Option 2' },
    { value: 'paidLeave', label: 'Paid leave' },
  ]
  expect(labelOption(options, 0, 'Unpaid leave')[0]).toEqual({ value: 'unpaidLeave', label: 'Unpaid leave' })
  expect(labelOption(options, 0, 'Paid leave')[0]).toEqual({ value: 'paidLeave2', label: 'Paid leave' })
  expect(labelOption(options, 1, 'Other')[1]).toEqual({ value: 'x', label: 'Other' })
})
