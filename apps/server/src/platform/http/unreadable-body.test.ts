import { countTurns } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { readBody } from './unreadable-body.ts'

describe('a JSON body', () => {
  it('of much lets others come in between, after it was read, too', async () => {
    const text = JSON.stringify('x'.repeat(300_000))
    const read = async () => expect(await readBody(Buffer.from(text), (said) => said)).toBe(text)
    expect(await countTurns(read)).toBeGreaterThanOrEqual(4)
  })

  it('of little is read at once', async () => {
    const read = async () => expect(await readBody(Buffer.from('{"a":1}'), JSON.parse)).toEqual({ a: 1 })
    expect(await countTurns(read)).toBe(0)
  })

  it('that is no UTF-8 or has half a character is refused', async () => {
    await expect(readBody(Buffer.from([0x22, 0xff, 0x22]), JSON.parse)).rejects.toThrow('Expected JSON in UTF-8')
    await expect(readBody(Buffer.from('"\\ud83d"'), JSON.parse)).rejects.toThrow('Expected whole characters')
  })
})
