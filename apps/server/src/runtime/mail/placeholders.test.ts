import { expect, it } from 'vitest'
import { splitPlaceholders } from './placeholders.ts'

const split = (text: string) =>
  splitPlaceholders(text).map((piece) => (piece.kind === 'text' ? piece.text : [piece.text]))

it.each([
  ['', []],
  ['Hello', ['Hello']],
  ['${a}', [['${a}']]],
  ['Hello ${name}, ${greeting}!', ['Hello ', ['${name}'], ', ', ['${greeting}'], '!']],
  ["${a == '}' ? 1 : 2} x", [["${a == '}' ? 1 : 2}"], ' x']],
  ['${a == "\\"}" ? 1 : 2}', [['${a == "\\"}" ? 1 : 2}']]],
  ['${{"a": 1}.a}b', [['${{"a": 1}.a}'], 'b']],
  ['x ${never', ['x ', ['${never']]],
  ['costs $5 {x}', ['costs $5 {x}']],
])('takes %j apart', (text, pieces) => {
  expect(split(text)).toEqual(pieces)
})
