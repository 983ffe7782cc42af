import type { FieldType } from '../document/types.ts'
import { type FieldSample, json, text } from './field-sample.ts'

const options = ['a', 'b', 'c'].map((value) => ({ value, label: value.toUpperCase() }))

/** Samples for tests of fields with choices, by type of field. */
export const choiceSamples = {
  checkbox: {
    entry: true,
    shown: 'Yes',
    variables: [{ name: 'field', type: 'Boolean', value: true }],
    wrong: [
      ['maybe', 'checkbox.invalid'],
      [1, 'checkbox.invalid'],
    ],
  },
  select: {
    props: { options },
    entry: 'b',
    shown: 'B',
    variables: text('b'),
    wrong: [
      ['d', 'choice.unknown'],
      [['a'], 'choice.unknown'],
    ],
  },
  radio: {
    props: { options },
    entry: 'b',
    shown: 'B',
    variables: text('b'),
    wrong: [
      ['d', 'choice.unknown'],
      [true, 'choice.unknown'],
    ],
  },
  'multi-select': {
    props: { options, max: 2 },
    entry: ['c', 'a'],
    shown: 'A, C',
    variables: json(['a', 'c']),
    wrong: [
      [['d'], 'choice.unknown'],
      [['a', 'a'], 'choice.invalid'],
      [['a', 'b', 'c'], 'choice.too-many'],
      ['a', 'choice.invalid'],
    ],
  },
  ranking: {
    props: { options },
    entry: ['b', 'c', 'a'],
    shown: '1. B, 2. C, 3. A',
    variables: json(['b', 'c', 'a']),
    wrong: [
      [['a', 'b'], 'ranking.incomplete'],
      [['a', 'b', 'x'], 'choice.unknown'],
      [['a', 'a', 'b'], 'choice.invalid'],
      [{ a: 1 }, 'choice.invalid'],
    ],
  },
  'check-list': {
    props: { options, min: 2 },
    entry: ['a', 'c'],
    shown: 'A, C',
    variables: json(['a', 'c']),
    wrong: [
      [['a'], 'choice.too-few'],
      [['a', 'x'], 'choice.unknown'],
      [[1], 'choice.invalid'],
      [{ a: true }, 'choice.invalid'],
    ],
  },
  tags: {
    props: { max: 3, maxLength: 10 },
    entry: [' urgent', 'paper'],
    shown: 'urgent, paper',
    variables: json(['urgent', 'paper']),
    wrong: [
      [['a', 'A'], 'tags.duplicate'],
      [['a', 'b', 'c', 'd'], 'choice.too-many'],
      [['much too long'], 'text.too-long'],
      [['<b>'], 'text.markup'],
      [[null], 'choice.invalid'],
    ],
  },
  user: {
    props: { several: true, max: 2 },
    entry: ['ines.duarte', 'rosa'],
    shown: 'ines.duarte, rosa',
    variables: json(['ines.duarte', 'rosa']),
    wrong: [
      [['a', 'a'], 'choice.invalid'],
      [['a', 'b', 'c'], 'choice.too-many'],
      [['a\u0000'], 'choice.invalid'],
      [[''], 'choice.invalid'],
      [['x'.repeat(256)], 'choice.invalid'],
      [{ username: 'rosa' }, 'choice.invalid'],
      [7, 'choice.invalid'],
    ],
  },
  group: {
    entry: 'bookkeeping',
    shown: 'bookkeeping',
    variables: text('bookkeeping'),
    wrong: [
      [['a', 'b'], 'choice.too-many'],
      [[null], 'choice.invalid'],
      ['\u0000', 'choice.invalid'],
      [true, 'choice.invalid'],
    ],
  },
  role: {
    entry: 'RoleUser',
    shown: 'RoleUser',
    variables: text('RoleUser'),
    wrong: [
      [['RoleUser', 'RoleAdmin'], 'choice.too-many'],
      [{}, 'choice.invalid'],
    ],
  },
} satisfies Partial<Record<FieldType, FieldSample>>
