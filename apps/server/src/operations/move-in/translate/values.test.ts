import { describe, expect, it } from 'vitest'
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
})
