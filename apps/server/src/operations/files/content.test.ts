import { expect, test } from 'vitest'
import { findContentFault } from './content.ts'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
const text = (content: string) => new TextEncoder().encode(content)

test('a file may be what its extension says', () => {
  expect(findContentFault('a.png', bytes('89 50 4e 47 0d 0a 1a 0a 00'))).toBeNull()
  expect(findContentFault('A.JPEG', bytes('ff d8 ff e0'))).toBeNull()
  expect(findContentFault('a.pdf', text('\n%PDF-1.7'))).toBeNull()
  expect(findContentFault('a.docx', bytes('50 4b 03 04'))).toBeNull()
  expect(findContentFault('a.csv', text('a;b\n1;2'))).toBeNull()
  expect(findContentFault('a.txt', bytes('ff fe 41 00'))).toBeNull()
  expect(findContentFault('a.txt', text(''))).toBeNull()
})

test('a file may not be something else', () => {
  expect(findContentFault('a.png', text('<html><script>'))).toContain('Expected “a.png” to be a .png file')
  expect(findContentFault('a.pdf', bytes('50 4b 03 04'))).toContain('.pdf')
  expect(findContentFault('a.txt', bytes('41 00 42'))).toContain('.txt')
  expect(findContentFault('a.jpg', text(''))).toContain('.jpg')
})

test('an executable file is refused with any name', () => {
  for (const name of ['a.exe', 'a.txt', 'a', 'constructor'])
    expect(findContentFault(name, bytes('4d 5a 90 00'))).toContain('is an executable file')
  expect(findContentFault('a.doc', bytes('7f 45 4c 46 02'))).toContain('is an executable file')
})

test('an extension that nobody knows is taken unchanged', () => {
  expect(findContentFault('a.step', bytes('00 01 02'))).toBeNull()
  expect(findContentFault('constructor', text('x'))).toBeNull()
})
