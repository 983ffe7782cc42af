import type { Meter } from '../../meter.ts'
import { isLineEnd, isWord } from './character-sets.ts'
import type { Regex } from './compile-regex.ts'
import type { Boundary } from './regex-syntax.ts'

/** Steps that one unit pays for. */
const STEPS_PER_UNIT = 2

/** The slots of a match: pairs of offsets, undefined for groups that did not take part. */
export type Match = readonly (number | undefined)[]

/**
 * Searches in one pass over the text with all alternatives in parallel (Thompson and Pike), so that no pattern takes
 * more than its length times that of the text. Finds what Java's backtracking finds: leftmost, first alternative first.
 *
 * @throws OutOfAllowance
 */
export function runRegex({ program, stepWeight }: Regex, text: string, options: RunOptions): Match | undefined {
  const { from, isWhole, meter } = options
  const work = new Work(meter)
  let current: Thread[] = []
  let found: Match | undefined
  work.add(program.length)
  const visited = new Int32Array(program.length).fill(-1)
  for (let position = from; ; ) {
    if (found === undefined && (position === from || !isWhole)) {
      addThread(current, { at: 0, slots: [] }, { program, text, position, visited, work })
    }
    if (current.length === 0 && (found !== undefined || isWhole)) break
    const code = text.codePointAt(position)
    const after = position + (code === undefined ? 1 : code > 0xffff ? 2 : 1)
    const next: Thread[] = []
    for (const thread of current) {
      work.add(stepWeight)
      const instruction = program[thread.at]!
      if (instruction.kind === 'match') {
        if (isWhole && position < text.length) continue
        found = thread.slots
        break
      }
      if (code !== undefined && instruction.kind === 'character' && instruction.test(code)) {
        addThread(next, { at: thread.at + 1, slots: thread.slots }, { program, text, position: after, visited, work })
      }
    }
    if (code === undefined) break
    position = after
    current = next
  }
  work.end()
  return found
}

interface RunOptions {
  readonly from: number
  /** The match must start at `from` and reach the end of the text. */
  readonly isWhole: boolean
  readonly meter: Meter
}

interface Thread {
  readonly at: number
  readonly slots: Match
}

interface Spot {
  readonly program: Regex['program']
  readonly text: string
  readonly position: number
  /** Where each instruction was reached last: each is entered once at a position, by the way preferred most. */
  readonly visited: Int32Array
  readonly work: Work
}

/** Adds a thread, having followed all steps that take no character, in order of preference. */
function addThread(threads: Thread[], thread: Thread, { program, text, position, visited, work }: Spot): void {
  const waiting = [thread]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { at, slots } = next
    if (visited[at] === position) continue
    visited[at] = position
    work.add(1)
    const instruction = program[at]!
    if (instruction.kind === 'jump') {
      waiting.push({ at: instruction.to, slots })
    } else if (instruction.kind === 'split') {
      waiting.push({ at: instruction.second, slots }, { at: instruction.first, slots })
    } else if (instruction.kind === 'save') {
      const saved = [...slots]
      saved[instruction.slot] = position
      work.add(saved.length)
      waiting.push({ at: at + 1, slots: saved })
    } else if (instruction.kind === 'boundary') {
      if (isAt(instruction.boundary, text, position)) waiting.push({ at: at + 1, slots })
    } else {
      threads.push(next)
    }
  }
}

function isAt(boundary: Boundary, text: string, position: number): boolean {
  const before = position > 0 ? text.charCodeAt(position - 1) : undefined
  const behind = position < text.length ? text.charCodeAt(position) : undefined
  switch (boundary) {
    case 'start':
      return before === undefined
    case 'end':
      return behind === undefined
    case 'line-start':
      return before === undefined || (behind !== undefined && isLineEnd(before) && !(before === 13 && behind === 10))
    case 'line-end':
      return behind === undefined || (isLineEnd(behind) && !(before === 13 && behind === 10))
    case 'last-line-end':
      return behind === undefined || isLastLineEnd(text, position)
    case 'word':
      return isWordAt(before) !== isWordAt(behind)
    case 'no-word':
      return isWordAt(before) === isWordAt(behind)
  }
}

function isLastLineEnd(text: string, position: number): boolean {
  const rest = text.slice(position, position + 3)
  return rest === '\r\n'
    ? true
    : rest.length === 1 && isLineEnd(rest.charCodeAt(0)) && !(rest === '\n' && text[position - 1] === '\r')
}

function isWordAt(code: number | undefined): boolean {
  return code !== undefined && isWord(code)
}

/** Counts steps, and charges them in portions. */
class Work {
  readonly #meter: Meter
  #steps = 0

  constructor(meter: Meter) {
    this.#meter = meter
  }

  add(steps: number): void {
    this.#steps += steps
    if (this.#steps >= 1000) this.end()
  }

  end(): void {
    this.#meter.charge(Math.ceil(this.#steps / STEPS_PER_UNIT))
    this.#steps = 0
  }
}
