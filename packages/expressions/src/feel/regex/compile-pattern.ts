import type { Meter } from '../../meter.ts'
import { parsePattern } from './parse-pattern.ts'
import { type Anchor, type CharacterSet, type Pattern, readFlags } from './pattern.ts'
import { PatternFault } from './reader.ts'

/** An instruction of a compiled pattern. `split` continues at `first`, and at `second` after backtracking. */
export type Instruction =
  | ({ readonly kind: 'character' } & CharacterSet)
  | { readonly kind: 'anchor'; readonly anchor: Anchor }
  | { readonly kind: 'reference'; readonly index: number }
  | { readonly kind: 'save'; readonly slot: number }
  /** Fails when nothing was read since the slot was saved: a loop that reads nothing would not end. */
  | { readonly kind: 'progress'; readonly slot: number }
  | { readonly kind: 'split'; first: number; second: number }
  | { readonly kind: 'jump'; to: number }
  | { readonly kind: 'match' }

/** A compiled pattern. Group n starts at slot 2n and ends at slot 2n + 1; group 0 is the whole match. */
export interface Regex {
  readonly program: readonly Instruction[]
  readonly groupCount: number
  readonly slotCount: number
  readonly ignoresCase: boolean
  readonly isLiteral: boolean
}

const MAX_PROGRAM = 10_000
/** Repeated parts count each time: `(?:){1000000000}` has no steps, and no end. */
const MAX_PARTS = 50_000

/** Longer ones never fit a program. */
const MAX_SOURCE = 100_000

interface Compiled {
  /** Null when the pattern or the flags are wrong. */
  readonly regex: Regex | null
  /** Parts written to make it. */
  readonly parts: number
}

const compiled = new Map<string, Compiled>()
/** Characters and parts of those that are kept. A part takes some hundred bytes. */
let held = 0
const MAX_HELD = 200_000

/** Compiles a pattern, or returns the cached one; charged each time. Null when the pattern or the flags are invalid. */
export function compilePattern(pattern: string, flags: string, meter: Meter): Regex | null {
  if (pattern.length > MAX_SOURCE) return null
  meter.charge(pattern.length * 8)
  const key = `${flags}/${pattern}`
  const { regex, parts } = compiled.get(key) ?? keep(key, compile(pattern, flags))
  meter.charge(parts >> 2)
  return regex
}

function keep(key: string, made: Compiled): Compiled {
  const size = key.length + made.parts
  if (size > MAX_HELD) return made
  if (held + size > MAX_HELD) {
    compiled.clear()
    held = 0
  }
  held += size
  compiled.set(key, made)
  return made
}

function compile(source: string, letters: string): Compiled {
  const writer: Writer = { program: [], slotCount: 0, parts: 0 }
  return { regex: writeRegex(source, letters, writer), parts: writer.parts }
}

function writeRegex(source: string, letters: string, writer: Writer): Regex | null {
  const flags = readFlags(letters)
  if (!flags) return null
  try {
    const { pattern, groupCount } = parsePattern(source, flags)
    writer.slotCount = groupCount * 2 + 2
    write({ kind: 'group', index: 0, body: pattern }, writer)
    emit(writer, { kind: 'match' })
    const { ignoresCase, isLiteral } = flags
    const { program, slotCount } = writer
    return { program, slotCount, groupCount, ignoresCase, isLiteral }
  } catch (error) {
    if (error instanceof PatternFault) return null
    throw error
  }
}

interface Writer {
  readonly program: Instruction[]
  slotCount: number
  /** Parts written, those of no step among them. */
  parts: number
}

function emit<T extends Instruction>({ program }: Writer, instruction: T): T {
  if (program.length >= MAX_PROGRAM) throw new PatternFault(`Expected a pattern of at most ${MAX_PROGRAM} steps.`)
  program.push(instruction)
  return instruction
}

function write(pattern: Pattern, writer: Writer): void {
  writer.parts += 1
  if (writer.parts > MAX_PARTS) throw new PatternFault(`Expected a pattern of at most ${MAX_PARTS} parts.`)
  switch (pattern.kind) {
    case 'character':
    case 'anchor':
    case 'reference':
      emit(writer, pattern)
      break
    case 'sequence':
      for (const item of pattern.items) write(item, writer)
      break
    case 'group':
      emit(writer, { kind: 'save', slot: pattern.index * 2 })
      write(pattern.body, writer)
      emit(writer, { kind: 'save', slot: pattern.index * 2 + 1 })
      break
    case 'choice':
      writeChoice(pattern.options, writer)
      break
    case 'repeat':
      writeRepeat(pattern, writer)
      break
  }
}

function writeChoice(options: readonly Pattern[], writer: Writer): void {
  const jumps: { to: number }[] = []
  for (const [index, option] of options.entries()) {
    if (index === options.length - 1) {
      write(option, writer)
      break
    }
    const split = emit(writer, { kind: 'split', first: writer.program.length + 1, second: 0 })
    write(option, writer)
    jumps.push(emit(writer, { kind: 'jump', to: 0 }))
    split.second = writer.program.length
  }
  for (const jump of jumps) jump.to = writer.program.length
}

function writeRepeat({ body, min, max, isLazy }: Pattern & { kind: 'repeat' }, writer: Writer): void {
  for (let count = 0; count < min; count++) write(body, writer)
  if (max === Number.POSITIVE_INFINITY) writeLoop(body, isLazy, writer)
  else writeOptional(body, { count: max - min, isLazy }, writer)
}

function writeLoop(body: Pattern, isLazy: boolean, writer: Writer): void {
  const slot = writer.slotCount
  writer.slotCount += 1
  const start = writer.program.length
  const split = emit(writer, { kind: 'split', first: 0, second: 0 })
  emit(writer, { kind: 'save', slot })
  write(body, writer)
  emit(writer, { kind: 'progress', slot })
  emit(writer, { kind: 'jump', to: start })
  aim(split, { inside: start + 1, outside: writer.program.length }, isLazy)
}

/** Compiles optional repetitions: each is tried only after the previous one. */
function writeOptional(body: Pattern, { count, isLazy }: { count: number; isLazy: boolean }, writer: Writer): void {
  const splits: { split: { first: number; second: number }; inside: number }[] = []
  for (let turn = 0; turn < count; turn++) {
    const split = emit(writer, { kind: 'split', first: 0, second: 0 })
    splits.push({ split, inside: writer.program.length })
    write(body, writer)
  }
  for (const { split, inside } of splits) aim(split, { inside, outside: writer.program.length }, isLazy)
}

function aim(
  split: { first: number; second: number },
  { inside, outside }: { inside: number; outside: number },
  isLazy: boolean,
): void {
  split.first = isLazy ? outside : inside
  split.second = isLazy ? inside : outside
}
