import { isWord } from './character-sets.ts'
import type { Instruction, Regex } from './compile-pattern.ts'
import type { Anchor } from './pattern.ts'

export interface Match {
  readonly start: number
  readonly end: number
  /** The text of each group, the whole match first; empty for a group that took no part. */
  readonly groups: readonly string[]
}

/** Counts the work that matching does, and throws when it is too much. */
export type CountWork = (steps: number) => void

/** How many instructions count as one step of an evaluation. */
const INSTRUCTIONS_PER_STEP = 16

/** The first match at or after a position. Patterns that try too much end by `countWork`, not by themselves. */
export function findMatch(regex: Regex, input: string, from: number, countWork: CountWork): Match | null {
  for (let start = from; start <= input.length; start += widthAt(input, start)) {
    const slots = runAt(regex, input, start, countWork)
    if (slots) return present(input, slots, regex.groupCount)
    if (start === input.length) return null
  }
  return null
}

/** All matches one after the other. After one that is empty the search goes on a character later. */
export function* listMatches(regex: Regex, input: string, countWork: CountWork): Iterable<Match> {
  let from = 0
  while (from <= input.length) {
    const match = findMatch(regex, input, from, countWork)
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

/** What to do when the way that was tried leads nowhere: go on elsewhere, or put a slot back first. */
type Resume = { readonly at: number; readonly position: number } | { readonly slot: number; readonly value: number }

/** A backtracking machine that keeps its own stack: neither long texts nor deep patterns use up that of JavaScript. */
function runAt(
  { program, slotCount, ignoresCase }: Regex,
  input: string,
  start: number,
  countWork: CountWork,
): Int32Array | null {
  const slots = new Int32Array(slotCount).fill(-1)
  const stack: Resume[] = []
  let at = 0
  let position = start
  let work = 0
  for (;;) {
    work += 1
    if (work % (INSTRUCTIONS_PER_STEP * 64) === 0) countWork(64)
    const instruction = program[at] as Instruction
    let isGood = true
    switch (instruction.kind) {
      case 'match':
        countWork(Math.ceil((work % (INSTRUCTIONS_PER_STEP * 64)) / INSTRUCTIONS_PER_STEP))
        return slots
      case 'character': {
        const code = input.codePointAt(position)
        isGood = code !== undefined && instruction.test(code)
        if (isGood) position += (code ?? 0) > 0xffff ? 2 : 1
        break
      }
      case 'anchor':
        isGood = isAtAnchor(instruction.anchor, input, position)
        break
      case 'reference': {
        const [from = -1, to = -1] = slots.subarray(instruction.index * 2, instruction.index * 2 + 2)
        const text = from < 0 || to < 0 ? '' : input.slice(from, to)
        isGood = isSameText(input.slice(position, position + text.length), text, ignoresCase)
        if (isGood) position += text.length
        break
      }
      case 'save':
        stack.push({ slot: instruction.slot, value: slots[instruction.slot] ?? -1 })
        slots[instruction.slot] = position
        break
      case 'progress':
        isGood = slots[instruction.slot] !== position
        break
      case 'split':
        stack.push({ at: instruction.second, position })
        at = instruction.first - 1
        break
      case 'jump':
        at = instruction.to - 1
        break
    }
    if (isGood) {
      at += 1
      continue
    }
    const resume = takeBack(stack, slots)
    if (!resume) return null
    at = resume.at
    position = resume.position
  }
}

/** Undoes saved slots up to the last place where another way was left. */
function takeBack(stack: Resume[], slots: Int32Array): { at: number; position: number } | null {
  for (let resume = stack.pop(); resume; resume = stack.pop()) {
    if ('at' in resume) return resume
    slots[resume.slot] = resume.value
  }
  return null
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
