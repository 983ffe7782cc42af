import { describe, expect, it } from 'vitest'
import { presentValue } from '../source/flowable-values.ts'
import { translateValue } from './values.ts'

const nothing = { double_: null, long_: null, text_: null, text2_: null, bytes: null }
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

describe('a value of the source', () => {
  it.each([
    ['aced0005 74 0002 736f', 'so'],
    ['aced0005 7c 0000000000000002 736f', 'so'],
    // ä, and a smile as two halves of a pair.
    ['aced0005 74 0002 c3a4', 'ä'],
    ['aced0005 74 0006 eda0bdedb880', '\u{1f600}'],
    ['736f', 'so'],
    // PostgreSQL has no text with this character.
    ['736f00', 'so\ufffd'],
    ['aced0005 74 0003 73c080', 's\ufffd'],
  ])('is a long text: %s', (bytes, value) => {
    expect(translateValue({ ...nothing, type: 'longString', bytes: hex(bytes) })).toEqual({
      type: 'String',
      value,
      info: null,
    })
  })

  it.each([
    ['serializable', 'application/x-java-serialized-object'],
    ['jpa-entity-list', 'jpa-entity-list'],
  ])('stays serialised: %s', (type, serializationDataFormat) => {
    const bytes = hex('aced0005 73 7200')
    expect(translateValue({ ...nothing, type, bytes })).toEqual({
      type: 'Object',
      value: bytes.toString('base64'),
      info: { objectTypeName: null, serializationDataFormat },
    })
  })

  it('stays as it is when its serialised text ends too early', () => {
    const bytes = hex('aced0005 74 00ff 736f')
    expect(translateValue({ ...nothing, type: 'longString', bytes })).toMatchObject({
      type: 'Object',
      value: bytes.toString('base64'),
    })
  })

  it.each([
    ['localDate', '20000', '2024-10-04'],
    ['localDate', '2932897', '+010000-01-01'],
    ['localDate', '-719529', '-000001-12-31'],
    // LocalDate.MAX and LocalDate.MIN of Java.
    ['localDate', '365241780471', '365241780471'],
    ['localDate', '-365243219162', '-365243219162'],
    ['localDateTime', '1728000000123', '2024-10-04T00:00:00.123'],
    ['localDateTime', '253402300800000', '+010000-01-01T00:00:00.000'],
    ['localDateTime', '9223372036854775807', '9223372036854775807'],
  ])('is a text, from Flowable: %s %s', (type, long_, value) => {
    const { type: presented, ...columns } = presentValue({ ...nothing, type, long_ })
    expect(translateValue({ ...columns, type: presented })).toEqual({ type: 'String', value, info: null })
  })

  it('is a date, and beyond the dates of JavaScript the stored number', () => {
    const date = (long_: string) => translateValue({ ...nothing, type: 'date', long_ })
    expect(date('8640000000000000')).toEqual({ type: 'Date', value: '+275760-09-13T00:00:00.000Z', info: null })
    expect(date('8640000000000001')).toEqual({ type: 'String', value: '8640000000000001', info: null })
    expect(presentValue({ ...nothing, type: 'instant', long_: '1' })).toMatchObject({ type: 'date', long_: '1' })
  })
})
