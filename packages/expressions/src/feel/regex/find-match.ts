import type { Meter } from '../../meter.ts'
import { LimitExceeded } from '../compile/evaluation.ts'
import { isWord } from './character-sets.ts'
import type { Instruction, Regex } from './compile-pattern.ts'
import type { Anchor } from './pattern.ts'

export interface Match {
  readonly start: number
  readonly end: number
  /** The text of each group, the whole match first; empty for a group that took no part. */
  readonly groups: readonly string[]
}

/** Instructions that one unit pays for. */
const INSTRUCTIONS_PER_UNIT = 8
/** Instructions after which they are charged. */
const PORTION = 512

/** Finds the first match at or after a position. Patterns that try too much are stopped by the meter. */
export function findMatch(regex: Regex, input: string, from: number, meter: Meter): Match | null {
  return new Search(regex, input, meter).find(from)
}

/** Lists all matches in order. After an empty match, the search continues one character later. */
export function* listMatches(regex: Regex, input: string, meter: Meter): Iterable<Match> {
  const search = new Search(regex, input, meter)
  let from = 0
  while (from <= input.length) {
    const match = search.find(from)
    if (!match) return
    yield match
    from = match.end > match.start ? match.end : match.end + widthAt(input, match.end)
  }
}

function widthAt(input: string, index: number): number {
  return (input.codePointAt(index) ?? 0) > 0xffff ? 2 : 1
}

function present(input: string, slots: Int32Array, groupCount: number): Match {
  const groups: string[] = []
  for (let group = 0; group <= groupCount; group++) {
    const [start = -1, end = -1] = slots.subarray(group * 2, group * 2 + 2)
    groups.push(start < 0 || end < 0 ? '' : input.slice(start, end))
  }
  return { start: slots[0] ?? 0, end: slots[1] ?? 0, groups }
}

/** A backtracking machine that keeps its own stack: neither long texts nor deep patterns use up that of JavaScript. */
class Search {
  readonly #regex: Regex
  readonly #input: string
  readonly #meter: Meter
  readonly #slots: Int32Array
  readonly #ways: Ways
  /** Instructions that are not charged yet. */
  #work = 0

  constructor(regex: Regex, input: string, meter: Meter) {
    this.#regex = regex
    this.#input = input
    this.#meter = meter
    this.#slots = new Int32Array(regex.slotCount)
    this.#ways = new Ways(meter)
  }

  find(from: number): Match | null {
    const input = this.#input
    let found = false
    let start = from
    while (!found && start <= input.length) {
      found = this.#runAt(start)
      start += widthAt(input, start)
    }
    this.#meter.charge(Math.ceil(this.#work / INSTRUCTIONS_PER_UNIT))
    this.#work = 0
    return found ? present(input, this.#slots, this.#regex.groupCount) : null
  }

  #runAt(start: number): boolean {
    const { program, ignoresCase } = this.#regex
    const input = this.#input
    const slots = this.#slots.fill(-1)
    const ways = this.#ways
    ways.clear()
    let at = 0
    let position = start
    let work = this.#work + slots.length
    for (;;) {
      work += 1
      if (work >= PORTION) {
        this.#meter.charge(Math.ceil(work / INSTRUCTIONS_PER_UNIT))
        work = 0
      }
      const instruction = program[at] as Instruction
      let isGood = true
      switch (instruction.kind) {
        case 'match':
          this.#work = work
          return true
        case 'character': {
          const code = input.codePointAt(position)
          work += instruction.weight
          isGood = code !== undefined && instruction.test(code)
          if (isGood) position += (code ?? 0) > 0xffff ? 2 : 1
          break
        }
        case 'anchor':
          work += ANCHOR_WEIGHT
          isGood = isAtAnchor(instruction.anchor, input, position)
          break
        case 'reference': {
          const from = slots[instruction.index * 2] ?? -1
          const to = slots[instruction.index * 2 + 1] ?? -1
          const text = from < 0 || to < 0 ? '' : input.slice(from, to)
          work += text.length
          isGood = isSameText(input.slice(position, position + text.length), text, ignoresCase)
          if (isGood) position += text.length
          break
        }
        case 'save':
          ways.push(-1 - instruction.slot, slots[instruction.slot] ?? -1)
          slots[instruction.slot] = position
          break
        case 'progress':
          isGood = slots[instruction.slot] !== position
          break
        case 'split':
          ways.push(instruction.second, position)
          at = instruction.first - 1
          break
        case 'jump':
          at = instruction.to - 1
          break
      }
      if (isGood) at += 1
      else if (ways.takeBack(slots)) {
        at = ways.at
        position = ways.position
      } else {
        this.#work = work
        return false
      }
    }
  }
}

/** Edges of words ask for the kind of two characters. */
const ANCHOR_WEIGHT = 4
/** More ways back take more memory than a pattern is worth. */
const MAX_WAYS = 4_000_000

/**
 * The alternatives that remain when a match fails, the latest first: to continue at an instruction and a position, or
 * to restore the earlier value of a slot (-1 and below).
 */
class Ways {
  at = 0
  position = 0
  readonly #meter: Meter
  #cells = new Int32Array(64)
  #height = 0

  constructor(meter: Meter) {
    this.#meter = meter
  }

  clear(): void {
    this.#height = 0
  }

  push(at: number, position: number): void {
    if (this.#height === this.#cells.length) this.#grow()
    this.#cells[this.#height] = at
    this.#cells[this.#height + 1] = position
    this.#height += 2
  }

  /** Undoes saved slots up to the last place where another way was left; false when there is none. */
  takeBack(slots: Int32Array): boolean {
    while (this.#height > 0) {
      this.#height -= 2
      const at = this.#cells[this.#height] ?? 0
      const position = this.#cells[this.#height + 1] ?? 0
      if (at >= 0) {
        this.at = at
        this.position = position
        return true
      }
      slots[-1 - at] = position
    }
    return false
  }

  #grow(): void {
    const length = this.#cells.length * 2
    if (length > MAX_WAYS * 2) {
      throw new LimitExceeded(`Expected a pattern that tries at most ${MAX_WAYS} ways at once, but it tries more.`)
    }
    this.#meter.charge(length >> 4)
    const cells = new Int32Array(length)
    cells.set(this.#cells)
    this.#cells = cells
  }
}

function isSameText(left: string, right: string, ignoresCase: boolean): boolean {
  return ignoresCase ? left.toLowerCase() === right.toLowerCase() : left === right
}

function isAtAnchor(anchor: Anchor, input: string, position: number): boolean {
  switch (anchor) {
    case 'start':
      return position === 0
    case 'end':
      return position === input.length
    case 'line start':
      return position === 0 || (input[position - 1] === '\n' && position < input.length)
    case 'line end':
      return position === input.length || input[position] === '\n'
    case 'word edge':
      return isWordAt(input, position - 1) !== isWordAt(input, position)
    case 'no word edge':
      return isWordAt(input, position - 1) === isWordAt(input, position)
  }
}

function isWordAt(input: string, position: number): boolean {
  const code = input.codePointAt(position)
  return position >= 0 && code !== undefined && isWord(code)
}
