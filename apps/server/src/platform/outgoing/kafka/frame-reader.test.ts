import { expect, it } from 'vitest'
import { createFrameReader } from './frame-reader.ts'

const frame = (text: string) => {
  const head = Buffer.alloc(4)
  head.writeInt32BE(text.length)
  return Buffer.concat([head, Buffer.from(text)])
}

it('passes on whole frames, whatever pieces arrive', () => {
  const bytes = Buffer.concat([frame('first'), frame('second one'), frame('third')])
  for (let size = 1; size <= bytes.length; size++) {
    const found: string[] = []
    const take = createFrameReader(100, (one) => found.push(String(one)))
    for (let at = 0; at < bytes.length; at += size) take(bytes.subarray(at, at + size))
    expect(found).toEqual(['first', 'second one', 'third'])
  }
})

it.each([-1, 0, 3, 101])('refuses a frame that says that it has %i bytes', (length) => {
  const head = Buffer.alloc(4)
  head.writeInt32BE(length)
  const take = createFrameReader(100, () => {})
  expect(() => take(head)).toThrow(RangeError)
})
