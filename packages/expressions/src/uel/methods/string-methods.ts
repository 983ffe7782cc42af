import { findLastText, findText, listTexts } from '../../find-text.ts'
import { type Allowance, checkText } from '../../meter.ts'
import { describe, toIndex } from '../coerce.ts'
import { Fault } from '../environment.ts'
import { presentText } from '../present-text.ts'
import { type MethodTable, metered } from './method-table.ts'

/** Methods of java.lang.String. */
export const stringMethods: MethodTable<string> = {
  length: [0, 0, (self) => self.length],
  isEmpty: [0, 0, (self) => self === ''],
  isBlank: [0, 0, (self) => self.trim() === ''],
  charAt: [1, 1, (self, index) => self[indexIn(self, index, -1)]],
  codePointAt: [1, 1, (self, index) => self.codePointAt(indexIn(self, index, -1))],
  substring: [1, 2, (self, from, to) => substring(self, from, to)],
  subSequence: [2, 2, (self, from, to) => substring(self, from, to)],
  indexOf: metered(1, 2, ({ meter }, self, part, from) =>
    findText(self, presentText(part), meter, from === undefined ? 0 : Math.max(0, toIndex(from))),
  ),
  lastIndexOf: metered(1, 2, ({ meter }, self, part, from) =>
    findLastText(self, presentText(part), meter, from === undefined ? undefined : toIndex(from)),
  ),
  contains: metered(1, 1, ({ meter }, self, part) => findText(self, characters(part), meter) >= 0),
  startsWith: [1, 2, (self, part, from) => self.startsWith(presentText(part), from === undefined ? 0 : toIndex(from))],
  endsWith: [1, 1, (self, part) => self.endsWith(presentText(part))],
  equals: [1, 1, (self, other) => self === other],
  contentEquals: [1, 1, (self, other) => self === characters(other)],
  equalsIgnoreCase: [1, 1, (self, other) => other !== null && foldCase(self) === foldCase(presentText(other))],
  compareTo: [1, 1, (self, other) => compareTexts(self, presentText(other))],
  compareToIgnoreCase: [1, 1, (self, other) => compareTexts(foldCase(self), foldCase(presentText(other)))],
  toUpperCase: metered(0, 0, (allowance, self) => changed(self.toUpperCase(), allowance)),
  toLowerCase: metered(0, 0, (allowance, self) => changed(self.toLowerCase(), allowance)),
  trim: [0, 0, (self) => trim(self)],
  strip: [0, 0, (self) => self.trim()],
  stripLeading: [0, 0, (self) => self.trimStart()],
  stripTrailing: [0, 0, (self) => self.trimEnd()],
  concat: metered(1, 1, (allowance, self, other) => concat(self, presentText(other), allowance)),
  repeat: metered(1, 1, (allowance, self, times) => repeat(self, toIndex(times), allowance)),
  replace: metered(2, 2, (allowance, self, part, by) => replace(self, characters(part), characters(by), allowance)),
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

/** Java's spaces are all up to U+0020. A regular expression would go back at each of them. */
function trim(self: string): string {
  let [start, end] = [0, self.length]
  while (start < end && self.charCodeAt(start) <= 32) start += 1
  while (end > start && self.charCodeAt(end - 1) <= 32) end -= 1
  return self.slice(start, end)
}

/** One character may become two or three. */
function changed(text: string, allowance: Allowance): string {
  checkText(allowance, text.length)
  return text
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

function concat(self: string, other: string, allowance: Allowance): string {
  checkText(allowance, self.length + other.length)
  return self + other
}

function repeat(self: string, times: number, allowance: Allowance): string {
  if (times < 0) throw new Fault(`Expected to repeat a text 0 times or more, but got ${times}.`)
  checkText(allowance, self.length * times)
  return self.repeat(times)
}

/** An empty part stands before, between and behind all characters. */
function replace(self: string, part: string, by: string, allowance: Allowance): string {
  let text = ''
  let end = 0
  const append = (piece: string) => {
    checkText(allowance, 16 + piece.length, text.length + piece.length)
    text += piece
  }
  for (const found of part === '' ? listPlaces(self) : listTexts(self, part, allowance.meter)) {
    append(self.slice(end, found) + by)
    end = found + part.length
  }
  append(self.slice(end))
  return text
}

function* listPlaces(text: string): Iterable<number> {
  for (let place = 0; place <= text.length; place++) yield place
}

function hashText(text: string): number {
  let hash = 0
  for (let index = 0; index < text.length; index += 1) hash = (Math.imul(31, hash) + text.charCodeAt(index)) | 0
  return hash
}
