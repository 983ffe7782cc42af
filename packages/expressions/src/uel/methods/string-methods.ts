import { describe, toIndex } from '../coerce.ts'
import { Fault } from '../environment.ts'
import { maximumText, presentText, textTooLong } from '../present-text.ts'
import type { MethodTable } from './method-table.ts'

/** Methods of java.lang.String. */
export const stringMethods: MethodTable<string> = {
  length: [0, 0, (self) => self.length],
  isEmpty: [0, 0, (self) => self === ''],
  isBlank: [0, 0, (self) => self.trim() === ''],
  charAt: [1, 1, (self, index) => self[indexIn(self, index, -1)]],
  codePointAt: [1, 1, (self, index) => self.codePointAt(indexIn(self, index, -1))],
  substring: [1, 2, (self, from, to) => substring(self, from, to)],
  subSequence: [2, 2, (self, from, to) => substring(self, from, to)],
  indexOf: [
    1,
    2,
    (self, part, from) => self.indexOf(sought(self, presentText(part)), from === undefined ? 0 : toIndex(from)),
  ],
  lastIndexOf: [
    1,
    2,
    (self, part, from) =>
      self.lastIndexOf(sought(self, presentText(part)), from === undefined ? undefined : toIndex(from)),
  ],
  contains: [1, 1, (self, part) => self.includes(sought(self, characters(part)))],
  startsWith: [1, 2, (self, part, from) => self.startsWith(presentText(part), from === undefined ? 0 : toIndex(from))],
  endsWith: [1, 1, (self, part) => self.endsWith(presentText(part))],
  equals: [1, 1, (self, other) => self === other],
  contentEquals: [1, 1, (self, other) => self === characters(other)],
  equalsIgnoreCase: [1, 1, (self, other) => other !== null && foldCase(self) === foldCase(presentText(other))],
  compareTo: [1, 1, (self, other) => compareTexts(self, presentText(other))],
  compareToIgnoreCase: [1, 1, (self, other) => compareTexts(foldCase(self), foldCase(presentText(other)))],
  toUpperCase: [0, 0, (self) => self.toUpperCase()],
  toLowerCase: [0, 0, (self) => self.toLowerCase()],
  trim: [0, 0, (self) => self.replace(/^[\0-\x20]+/, '').replace(/[\0-\x20]+$/, '')],
  strip: [0, 0, (self) => self.trim()],
  stripLeading: [0, 0, (self) => self.trimStart()],
  stripTrailing: [0, 0, (self) => self.trimEnd()],
  concat: [1, 1, (self, other) => limited(self.length + presentText(other).length, () => self + presentText(other))],
  repeat: [1, 1, (self, times) => repeat(self, toIndex(times))],
  replace: [2, 2, (self, part, by) => replace(self, sought(self, characters(part)), characters(by))],
  intern: [0, 0, (self) => self],
  hashCode: [0, 0, (self) => hashText(self)],
}

function indexIn(self: string, index: unknown, beyond = 0): number {
  const found = toIndex(index)
  if (found >= 0 && found <= self.length + beyond) return found
  throw new Fault(`Expected a position in a text of ${self.length} characters, but got ${found}.`)
}

function substring(self: string, from: unknown, to: unknown): string {
  const start = indexIn(self, from)
  const end = to === undefined ? self.length : indexIn(self, to)
  if (start <= end) return self.slice(start, end)
  throw new Fault(`Expected a part of a text to end behind its start, but it goes from ${start} to ${end}.`)
}

function characters(value: unknown): string {
  if (value === null) throw new Fault('Expected a text, but got null.')
  if (typeof value === 'object') throw new Fault(`Expected a text, but got ${describe(value)}.`)
  return presentText(value)
}

/** Searching takes up to the product of both lengths, which is kept to what takes a moment. */
function sought(self: string, part: string): string {
  if (self.length * part.length <= 1_000_000_000) return part
  throw new Fault('Expected a shorter text to search, or a shorter one to search for.')
}

function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase()
}

/** The difference of the first characters that differ, else of the lengths. */
function compareTexts(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length)
  for (let index = 0; index < shorter; index += 1) {
    const difference = one.charCodeAt(index) - other.charCodeAt(index)
    if (difference !== 0) return difference
  }
  return one.length - other.length
}

function limited(length: number, make: () => string): string {
  if (length > maximumText) throw textTooLong(length)
  return make()
}

function repeat(self: string, times: number): string {
  if (times < 0) throw new Fault(`Expected to repeat a text 0 times or more, but got ${times}.`)
  return limited(self.length * times, () => self.repeat(times))
}

function replace(self: string, part: string, by: string): string {
  const pieces = self.split(part)
  const gaps = part === '' ? pieces.length + 1 : pieces.length - 1
  return limited(self.length + gaps * (by.length - part.length), () => self.replaceAll(part, () => by))
}

function hashText(text: string): number {
  let hash = 0
  for (let index = 0; index < text.length; index += 1) hash = (Math.imul(31, hash) + text.charCodeAt(index)) | 0
  return hash
}
