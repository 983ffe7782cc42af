import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { readLines } from './read-lines.ts'
import { BadTar, readTar } from './read-tar.ts'
import { tarEnd, tarFilling, tarHeader } from './tar.ts'

const modifiedAt = new Date('2030-01-07T09:00:00Z')
const archive = (files: Readonly<Record<string, string>>) =>
  Buffer.concat([
    ...Object.entries(files).flatMap(([name, text]) => {
      const content = Buffer.from(text)
      return [tarHeader({ name, size: content.length, modifiedAt }), content, tarFilling(content.length)]
    }),
    tarEnd,
  ])

/** The bytes in chunks of a size. */
function* split(bytes: Buffer, size: number) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

async function read(bytes: Buffer, size = 100) {
  const found: [string, string][] = []
  for await (const { name, chunks } of readTar(Readable.from(split(bytes, size))))
    found.push([name, (await buffer(chunks)).toString()])
  return found
}

it('reads what an export writes, in chunks of any size, and skips what nobody reads', async () => {
  const files = { 'manifest.json': '{}', 'tables/empty.jsonl': '', 'tables/long.jsonl': 'ä'.repeat(700) }
  for (const size of [1, 511, 512, 100_000]) expect(await read(archive(files), size)).toEqual(Object.entries(files))
  const names: string[] = []
  for await (const { name } of readTar(Readable.from(split(archive(files), 64)))) names.push(name)
  expect(names).toEqual(Object.keys(files))
})

it('refuses archives that end too early, are damaged, or have something else than files', async () => {
  const whole = archive({ 'a.json': '{"a": 1}' })
  await expect(read(whole.subarray(0, 515))).rejects.toThrow(BadTar)
  await expect(read(Buffer.from(whole).fill('x', 0, 1))).rejects.toThrow(BadTar)
  await expect(read(Buffer.alloc(2000, 'no archive'))).rejects.toThrow(BadTar)
})

it('reads lines in portions, however they are cut', async () => {
  const lines = Array.from({ length: 1200 }, (_, index) => `line ${index} ä`)
  for (const text of [lines.join('\n'), `${lines.join('\n')}\n`]) {
    const portions: string[][] = []
    for await (const portion of readLines(Readable.from(split(Buffer.from(text), 7)))) portions.push(portion)
    expect(portions.flat()).toEqual(lines)
    expect(Math.max(...portions.map(({ length }) => length))).toBe(500)
  }
})
