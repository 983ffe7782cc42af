import type { FormField } from '@millrace/bpmn'
import { describe, expect, it } from 'vitest'
import { convertToField } from './convert-to-field.ts'

const field = (type: string, datePattern: string | null = null) => ({ id: 'f', type, datePattern }) as FormField
const convert = (of: FormField, value: string) => convertToField(of, { type: 'String', value, info: null })

describe('a submitted value of a form field', () => {
  it.each([
    ['double', '.5', 0.5],
    ['double', '1.', 1],
    ['double', ' -1.5e3 ', -1500],
    ['long', '+12', 12],
    ['long', ' 9007199254740993 ', 9007199254740993n],
  ])('of the type %s is read: “%s”', (type, text, value) => {
    expect(convert(field(type), text)).toMatchObject({ ok: true, value: { value } })
  })

  it.each(['double', 'long', 'boolean', 'date'])(
    'of the type %s is refused in a short sentence when it is very long, without keeping others waiting',
    (type) => {
      const answer = convert(field(type), `${'0'.repeat(1_000_000)}x`)
      expect(answer).toMatchObject({ ok: false, message: expect.stringContaining('000…”') })
      expect(answer.ok || answer.message.length).toBeLessThan(250)
    },
  )

  it('is a date by the last part where the pattern of the model has one twice, as in Java', () => {
    expect(convert(field('date', 'dd/MM/yyyy (dd)'), '07/01/2030 (08)')).toMatchObject({
      value: { value: '2030-01-08T00:00:00.000Z' },
    })
  })
})
