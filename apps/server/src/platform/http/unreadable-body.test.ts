import { countTurns } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { decodeBody } from './unreadable-body.ts'

describe('a JSON body', () => {
  it('of much lets others come in between', async () => {
    const text = JSON.stringify('x'.repeat(300_000))
    expect(await countTurns(async () => expect(await decodeBody(Buffer.from(text))).toBe(text))).toBeGreaterThanOrEqual(
      3,
    )
  })

  it('of little is read at once', async () => {
    expect(await countTurns(async () => expect(await decodeBody(Buffer.from('{"a":1}'))).toBe('{"a":1}'))).toBe(0)
  })

  it('that is no UTF-8 or has half a character is refused', async () => {
    await expect(decodeBody(Buffer.from([0x22, 0xff, 0x22]))).rejects.toThrow('Expected JSON in UTF-8')
    await expect(decodeBody(Buffer.from('"\\ud83d"'))).rejects.toThrow('Expected whole characters')
  })
})
