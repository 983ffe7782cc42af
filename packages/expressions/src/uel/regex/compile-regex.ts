import { Fault } from '../environment.ts'
import { parseRegex } from './parse-regex.ts'
import type { Boundary, CharacterTest, Pattern, Repeat } from './regex-syntax.ts'

/** An instruction of a compiled regular expression. `split` continues at both `first` and `second`. */
export type Instruction =
  | { readonly kind: 'character'; readonly test: CharacterTest }
  | { readonly kind: 'boundary'; readonly boundary: Boundary }
  | { kind: 'split'; first: number; second: number }
  | { kind: 'jump'; to: number }
  | { readonly kind: 'save'; readonly slot: number }
  | { readonly kind: 'match' }

/**
 * A regular expression as a program for `runRegex`. Group n starts at slot 2n and ends at slot 2n + 1; 0 is the whole.
 */
export interface Regex {
  readonly program: readonly Instruction[]
  readonly groupCount: number
  readonly groupNames: ReadonlyMap<string, number>
  /** How much work it may be to test a character: sets of many parts are asked one by one. */
  readonly stepWeight: number
}

const maximumProgram = 5000
/** Repeated parts count each time: `(?:){1000}` has no steps. */
const maximumParts = 20_000

/** Instructions, and the parts of the pattern that were written so far. */
type Program = Instruction[] & { parts: number }

/**
 * Compiles a regular expression.
 *
 * @throws Fault when it is invalid, not supported, or too large with its repetitions expanded.
 */
export function compileRegex(source: string): Regex {
  const { pattern, groupCount, groupNames, setParts } = parseRegex(source)
  const program: Program = Object.assign([], { parts: 0 })
  emit(program, { kind: 'save', slot: 0 })
  compile(program, pattern)
  emit(program, { kind: 'save', slot: 1 })
  emit(program, { kind: 'match' })
  return { program, groupCount, groupNames, stepWeight: 1 + (setParts >> 2) }
}

function compile(program: Program, pattern: Pattern): void {
  program.parts += 1
  if (program.parts > maximumParts) throw tooLarge()
  switch (pattern.kind) {
    case 'character':
    case 'boundary':
      emit(program, pattern)
      break
    case 'sequence':
      for (const item of pattern.items) compile(program, item)
      break
    case 'group':
      emit(program, { kind: 'save', slot: pattern.index * 2 })
      compile(program, pattern.body)
      emit(program, { kind: 'save', slot: pattern.index * 2 + 1 })
      break
    case 'choice':
      compileChoice(program, pattern.options)
      break
    case 'repeat':
      compileRepeat(program, pattern)
      break
  }
}

function compileChoice(program: Program, options: readonly Pattern[]): void {
  const jumps: { kind: 'jump'; to: number }[] = []
  options.forEach((option, index) => {
    if (index === options.length - 1) {
      compile(program, option)
      return
    }
    const split = emitSplit(program)
    split.first = program.length
    compile(program, option)
    const jump = { kind: 'jump' as const, to: 0 }
    emit(program, jump)
    jumps.push(jump)
    split.second = program.length
  })
  for (const jump of jumps) jump.to = program.length
}

function compileRepeat(program: Program, { body, fewest, most, isGreedy }: Repeat): void {
  for (let count = 0; count < fewest; count += 1) compile(program, body)
  if (most === Number.POSITIVE_INFINITY) {
    const start = program.length
    const split = emitSplit(program)
    aim(split, isGreedy, program.length)
    compile(program, body)
    emit(program, { kind: 'jump', to: start })
    aim(split, !isGreedy, program.length)
    return
  }
  const splits: Split[] = []
  for (let count = fewest; count < most; count += 1) {
    const split = emitSplit(program)
    aim(split, isGreedy, program.length)
    splits.push(split)
    compile(program, body)
  }
  for (const split of splits) aim(split, !isGreedy, program.length)
}

type Split = Instruction & { kind: 'split' }

function aim(split: Split, isPreferred: boolean, target: number): void {
  if (isPreferred) split.first = target
  else split.second = target
}

function emitSplit(program: Program): Split {
  const split: Split = { kind: 'split', first: 0, second: 0 }
  emit(program, split)
  return split
}

function emit(program: Program, instruction: Instruction): void {
  program.push(instruction)
  if (program.length > maximumProgram) throw tooLarge()
}

function tooLarge(): Fault {
  return new Fault('Expected a smaller regular expression, but its counts make it too large.')
}
