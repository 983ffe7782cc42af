import { applyCommand } from './apply-command.ts'
import type { Command, CommandRefusal } from './commands.ts'
import type { Design } from './design.ts'

/** Steps that can be undone. Older ones are forgotten. */
const stepLimit = 200

/** A step that was made: how to undo it, and how to redo it. */
interface Step {
  /** A rising number. A step that merges another one gets a new number. */
  readonly id: number
  readonly command: Command
  readonly inverse: Command
  /** Consecutive steps with the same name are merged into one. */
  readonly merge: string | null
}

/**
 * A document with its undo history, through which every change of a design goes. Plain data; each operation returns a
 * new stack.
 */
export interface CommandStack {
  readonly design: Design
  /** Oldest first. */
  readonly done: readonly Step[]
  /** The undone steps; the last one is redone first. */
  readonly undone: readonly Step[]
  /** The step after which it was saved last; 0 before the first. */
  readonly saved: number
  /** The last step that was forgotten; 0 when none was. */
  readonly forgotten: number
  readonly nextStep: number
}

export function createCommandStack(design: Design): CommandStack {
  return { design, done: [], undone: [], saved: 0, forgotten: 0, nextStep: 1 }
}

export type Performed = { readonly ok: true; readonly stack: CommandStack } | CommandRefusal

/**
 * Carries out a command on the design. Undone commands cannot be redone afterwards.
 *
 * @param merge commands with the same name are undone together, such as the characters typed into one property. A saved
 * design always remains a step of its own.
 */
export function perform(
  stack: CommandStack,
  command: Command,
  { merge = null }: { merge?: string | null } = {},
): Performed {
  const applied = applyCommand(stack.design, command)
  if (!applied.ok) return applied
  const { design, inverse } = applied
  const step: Step = { id: stack.nextStep, command, inverse, merge }
  const last = stack.done.at(-1)
  const isMerged = merge !== null && last?.merge === merge && stack.undone.length === 0 && last.id !== stack.saved
  const all = isMerged ? [...stack.done.slice(0, -1), mergeSteps(last, step)] : [...stack.done, step]
  const done = all.slice(-stepLimit)
  const forgotten = all.length > done.length ? (all[0]?.id ?? stack.forgotten) : stack.forgotten
  return { ok: true, stack: { ...stack, design, done, undone: [], forgotten, nextStep: stack.nextStep + 1 } }
}

/** Undoes the last step. Returns the same stack when there is none. */
export function undo(stack: CommandStack): CommandStack {
  const step = stack.done.at(-1)
  if (step === undefined) return stack
  const design = carryOut(stack, step.inverse)
  return { ...stack, design, done: stack.done.slice(0, -1), undone: [...stack.undone, step] }
}

/** Redoes the step that was undone last. Returns the same stack when there is none. */
export function redo(stack: CommandStack): CommandStack {
  const step = stack.undone.at(-1)
  if (step === undefined) return stack
  const design = carryOut(stack, step.command)
  return { ...stack, design, done: [...stack.done, step], undone: stack.undone.slice(0, -1) }
}

/** Marks the current design as saved. */
export function markSaved(stack: CommandStack): CommandStack {
  return { ...stack, saved: positionOf(stack) }
}

/** Returns whether the design differs from the last saved one. Undoing back to it makes it clean again. */
export function isDirty(stack: CommandStack): boolean {
  return positionOf(stack) !== stack.saved
}

function positionOf({ done, forgotten }: CommandStack): number {
  return done.at(-1)?.id ?? forgotten
}

function carryOut({ design }: CommandStack, command: Command): Design {
  const applied = applyCommand(design, command)
  if (!applied.ok) throw new Error(`Expected a step to be carried out as before, but it answers: ${applied.message}`)
  return applied.design
}

function mergeSteps(first: Step, second: Step): Step {
  const { id, merge } = second
  if (isReplacedBy(first.command, second.command)) return { id, merge, command: second.command, inverse: first.inverse }
  return {
    id,
    merge,
    command: { kind: 'doAll', commands: [...listCommands(first.command), ...listCommands(second.command)] },
    inverse: { kind: 'doAll', commands: [...listCommands(second.inverse), ...listCommands(first.inverse)] },
  }
}

/** Returns whether only the second counts, because both set the same. */
function isReplacedBy(first: Command, second: Command): boolean {
  if (first.kind === 'setProperty' && second.kind === 'setProperty')
    return first.id === second.id && first.name === second.name
  if (first.kind === 'setText' && second.kind === 'setText')
    return first.locale === second.locale && first.name === second.name
  return first.kind === 'setKey' && second.kind === 'setKey' && first.id === second.id
}

function listCommands(command: Command): readonly Command[] {
  return command.kind === 'doAll' ? command.commands : [command]
}
