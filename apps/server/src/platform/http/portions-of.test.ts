import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { portionsOf } from './portions-of.ts'

const part = '--x\r\ncontent-disposition: form-data; name="a"; filename="a"\r\n\r\n\r\n'
const types = {
  plain: 'multipart/form-data; boundary=x',
  quoted: 'multipart/form-data;boundary="x"',
  'with something else': 'multipart/form-data; charset=utf-8; boundary=x',
  'with a boundary that is written in another way': "multipart/form-data; boundary*=utf-8''%78",
}
const plain = { 'content-type': types.plain }

/** A body that comes in such pieces. */
function bodyOf(...pieces: readonly (string | Buffer)[]): Readable {
  return Readable.from(
    pieces.map((piece) => Buffer.from(piece)),
    { objectMode: false },
  )
}

/** How many parts begin in the portions that come in one turn of the loop, most of all. */
async function countPartsOfTurn(portions: Readable): Promise<number> {
  const counts = [0]
  let next = setImmediate(function count() {
    counts.push(0)
    next = setImmediate(count)
  })
  onTestFinished(() => clearImmediate(next))
  for await (const portion of portions)
    counts[counts.length - 1] = (counts.at(-1) ?? 0) + String(portion).split('-x').length - 1
  return Math.max(...counts)
}

describe('portions of a body', () => {
  it.each(Object.entries(types))('have few parts in a turn of the loop, with a type that is %s', async (_, type) => {
    const portions = portionsOf(bodyOf(part.repeat(1000)), { 'content-type': type })
    expect(await countPartsOfTurn(portions)).toBeLessThanOrEqual(50)
  })

  it('have few in a turn also where parts are cut in the middle of what they begin with', async () => {
    const pieces = Array.from({ length: 1000 }, () => ['\r\n-', '-x\r\n\r\n']).flat()
    expect(await countPartsOfTurn(portionsOf(bodyOf(...pieces), plain))).toBeLessThanOrEqual(50)
  })

  it('are all of it, in its order', async () => {
    const whole = Buffer.from(Array.from({ length: 500 }, (_, index) => `${part}${index}\r\n`).join(''))
    for (const size of [1, 1000, 10_000, whole.length]) {
      const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, index) =>
        whole.subarray(index * size, (index + 1) * size),
      )
      expect((await buffer(portionsOf(bodyOf(...pieces), plain))).equals(whole)).toBe(true)
    }
    expect(await buffer(portionsOf(bodyOf(), plain))).toHaveLength(0)
  })

  it('of a file are the pieces that it comes in, whatever lines it has', async () => {
    const piece = Buffer.from('-- a line\r\n--\r\n----y\r\n'.repeat(2000))
    const portions = await portionsOf(bodyOf(piece, piece), plain).toArray()
    expect(portions.map(({ length }) => length)).toEqual([piece.length, piece.length])
  })

  it('are created as they are taken', async () => {
    const portions = portionsOf(bodyOf(part.repeat(1000)), plain)
    portions.once('readable', () => {})
    for (let turns = 0; turns < 50; turns++) await turn()
    expect(portions.readableLength).toBeLessThanOrEqual(50 * part.length)
  })

  it('end as the body does that is interrupted', async () => {
    const body = new Readable({ read: () => {} })
    body.push(part.repeat(10))
    const portions = portionsOf(body, plain)
    await once(portions, 'data')
    body.destroy(new Error('aborted'))
    await expect(once(portions, 'end')).rejects.toThrow('aborted')
  })

  it('that are given up let go of the rest', async () => {
    let pieces = 0
    const body = new Readable({ read: () => body.push(++pieces > 500 ? null : part.repeat(100)) })
    const portions = portionsOf(body, plain)
    await once(portions, 'data')
    const ended = once(body, 'end')
    portions.destroy()
    await ended
    expect([pieces, body.errored]).toEqual([501, null])
  })
})
