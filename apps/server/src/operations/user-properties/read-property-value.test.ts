import type { UserPropertyType } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { readPropertyValue } from './read-property-value.ts'

const read = (type: UserPropertyType, text: string) => readPropertyValue({ type, choices: ['Red', 'Blue'] }, text)

describe('the value of a user property', () => {
  it.each<[UserPropertyType, string, string]>([
    ['text', ' Floor 3, room 12 ', 'Floor 3, room 12'],
    ['number', '1.50', '1.5'],
    ['number', '-3e2', '-300'],
    ['number', '-0', '0'],
    ['date', '2032-02-29', '2032-02-29'],
    ['boolean', 'false', 'false'],
    ['choice', 'Blue', 'Blue'],
    ['user', 'ada', 'ada'],
    ['group', 'clerks', 'clerks'],
  ])('of the type %s is read from “%s” as “%s”', (type, text, value) => {
    expect(read(type, text)).toEqual({ value })
  })

  it.each<[UserPropertyType, string]>([
    ['text', '<script>'],
    ['text', 'two\nlines'],
    ['text', 'a\0b'],
    ['number', 'twelve'],
    ['number', '1e999'],
    ['number', '12345678901234567890'],
    ['date', '2030-02-29'],
    ['date', '31.01.2030'],
    ['boolean', 'yes'],
    ['choice', 'red'],
    ['user', 'a\0b'],
    ['group', 'a\nb'],
  ])('of the type %s is not “%s”', (type, text) => {
    expect(read(type, text)).toEqual({ fault: expect.stringMatching(/^Expected .+\.$/) })
  })
})
