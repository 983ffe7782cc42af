import type { FieldType } from '../document/types.ts'
import { printName } from '../values/drawing.ts'
import { choiceSamples } from './choice-samples.ts'
import { type FieldSample, json, text } from './field-sample.ts'
import { textSamples } from './text-samples.ts'

const png = { id: 'f1', name: 'plan.png', size: 2_000, type: 'image/png' }
const formula = '=1 + 2'
const lookUpSample: FieldSample = {
  props: { adapter: 'cities' },
  entry: 'LIS',
  shown: 'LIS',
  variables: text('LIS'),
  wrong: [
    [7, 'choice.invalid'],
    [['LIS', 'OPO'], 'choice.too-many'],
  ],
}

/**
 * Samples for tests of all types of fields. Fields that users cannot fill in have the value of their expression or
 * default.
 */
export const fieldSamples = {
  ...textSamples,
  ...choiceSamples,
  number: {
    props: { min: 1, max: 10_000, decimals: 2 },
    entry: '9,540.5',
    shown: '9,540.50',
    variables: [{ name: 'field', type: 'Double', value: 9540.5 }],
    wrong: [
      ['twelve', 'number.invalid'],
      ['0', 'number.too-small'],
      [1e9, 'number.too-large'],
      ['1.234', 'number.too-many-decimals'],
    ],
  },
  currency: {
    props: { currency: 'EUR', min: 0 },
    entry: '9,540.5 EUR',
    shown: '9,540.50',
    variables: [{ name: 'field', type: 'Double', value: 9540.5 }],
    wrong: [
      ['9.541,00', 'number.invalid'],
      ['-1', 'number.too-small'],
      ['1.005', 'number.too-many-decimals'],
      ['1 USD', 'number.invalid'],
    ],
  },
  slider: {
    props: { min: 10, max: 20, step: 2 },
    entry: 14,
    shown: '14',
    variables: [{ name: 'field', type: 'Long', value: 14 }],
    wrong: [
      [8, 'number.too-small'],
      [22, 'number.too-large'],
      [13, 'slider.off-step'],
      ['x', 'number.invalid'],
    ],
  },
  rating: {
    entry: 4,
    shown: '4 / 5',
    variables: [{ name: 'field', type: 'Long', value: 4 }],
    wrong: [
      [0, 'rating.invalid'],
      [6, 'rating.invalid'],
      [2.5, 'rating.invalid'],
      [true, 'rating.invalid'],
    ],
  },
  date: {
    props: { min: '2026-01-01' },
    entry: '30/11/2026',
    shown: '30/11/2026',
    variables: [{ name: 'field', type: 'Date', value: '2026-11-29T23:00:00.000Z' }],
    wrong: [
      ['31/11/2026', 'date.no-such-day'],
      ['soon', 'date.invalid'],
      ['2025-12-31', 'date.too-early'],
    ],
  },
  time: {
    props: { min: '08:00', max: '18:00' },
    entry: '9.30',
    shown: '09:30',
    variables: text('09:30'),
    wrong: [
      ['25:00', 'time.invalid'],
      ['7:59', 'time.too-early'],
      ['18:01', 'time.too-late'],
      [930, 'time.invalid'],
    ],
  },
  'date-time': {
    entry: '30/11/2026 16:00',
    shown: '30/11/2026 16:00:00',
    variables: [{ name: 'field', type: 'Date', value: '2026-11-30T15:00:00.000Z' }],
    wrong: [
      ['30/11/2026', 'date-time.invalid'],
      [0, 'date-time.invalid'],
    ],
  },
  'date-range': {
    props: { min: '2026-01-01', maxDays: 10 },
    entry: { from: '30/11/2026', to: '2026-12-04' },
    shown: '30/11/2026 – 04/12/2026',
    variables: json({ from: '2026-11-30', to: '2026-12-04' }),
    wrong: [
      [{ from: '2026-11-30' }, 'date-range.incomplete'],
      [{ from: '2026-12-04', to: '2026-11-30' }, 'date-range.reversed'],
      [{ from: '2026-11-01', to: '2026-11-30' }, 'date-range.too-long'],
      [{ from: '2025-12-30', to: '2026-01-02' }, 'date.too-early'],
      [{ from: '31/11/2026', to: '2026-12-04' }, 'date.no-such-day'],
      [['2026-11-30'], 'date-range.invalid'],
      [{ from: '2026-11-30', to: '2026-12-04', __proto: 1 }, 'date-range.invalid'],
    ],
  },
  file: {
    props: { filetypes: ['png'] },
    entry: [png],
    shown: 'plan.png',
    variables: [
      { name: 'field_originalFileName', type: 'String', value: 'plan.png' },
      { name: 'field_fileContentType', type: 'String', value: 'image/png' },
    ],
    wrong: [
      [[{ ...png, name: 'plan.exe' }], 'file.type'],
      [[png, { ...png, id: 'f2' }], 'file.too-many'],
      [[{ ...png, size: 10 * 1024 * 1024 }], 'file.over-catalogue-limit'],
      [['plan.png'], 'file.invalid'],
    ],
  },
  image: {
    props: { maxfilesize: 2 },
    entry: [png],
    shown: 'plan.png',
    variables: [
      { name: 'field_originalFileName', type: 'String', value: 'plan.png' },
      { name: 'field_fileContentType', type: 'String', value: 'image/png' },
    ],
    wrong: [
      [[{ ...png, name: 'plan.svg' }], 'file.type'],
      [[{ ...png, size: 3 * 1024 * 1024 }], 'file.too-large'],
      [{}, 'file.invalid'],
    ],
  },
  signature: {
    entry: printName('Ines <Duarte>'),
    shown: 'Signed',
    variables: text(printName('Ines <Duarte>')),
    wrong: [
      ['Ines', 'signature.invalid'],
      ['data:text/html;base64,PHNjcmlwdD4=', 'signature.invalid'],
      [
        `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><script>alert(1)</script></svg>')}`,
        'signature.invalid',
      ],
      [
        `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" onload="alert(1)"></svg>')}`,
        'signature.invalid',
      ],
      [`data:image/png;base64,${'iVBORw0KGgo'.padEnd(70_000, 'A')}`, 'signature.too-large'],
      [5, 'signature.invalid'],
    ],
  },
  variables: {
    entry: [{ name: 'limit', type: 'Long', value: '5' }],
    shown: 'limit',
    variables: [{ name: 'limit', type: 'Long', value: 5 }],
    wrong: [
      [[{ name: '', type: 'Long', value: 5 }], 'variables.name-missing'],
      [[{ name: 'a', type: 'Long', value: 'x' }], 'number.invalid'],
      ['limit', 'variables.invalid'],
    ],
  },
  hidden: {
    props: { defaultValue: 'north' },
    entry: 'north',
    shown: 'north',
    variables: text('north'),
    wrong: [
      ['south', 'value.not-writable'],
      [{ a: 1 }, 'value.not-writable'],
    ],
  },
  computed: {
    props: { computed: formula, decimals: 2 },
    entry: 3,
    shown: '3.00',
    variables: [{ name: 'field', type: 'Long', value: 3 }],
    wrong: [
      [4, 'value.not-writable'],
      ['3', 'value.not-writable'],
    ],
  },
  'data-list': {
    props: { list: 'cities' },
    entry: 'LIS',
    shown: 'LIS',
    variables: text('LIS'),
    wrong: [
      [7, 'choice.invalid'],
      [['LIS', 'OPO'], 'choice.too-many'],
    ],
  },
  'rest-look-up': lookUpSample,
  'sql-look-up': lookUpSample,
  'file-look-up': lookUpSample,
} satisfies Record<FieldType, FieldSample>
