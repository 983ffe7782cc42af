import type { KeyboardEvent } from 'react'
import type { GridState } from './grid-state.ts'
import type { TableCommands } from './table-commands.ts'

interface Keys {
  readonly state: GridState
  readonly commands: TableCommands | null
  readonly rules: number
  /** With the annotation. */
  readonly columns: number
}

/** Handles a key press in the table. Returns whether the key was used. */
export function pressKey(event: KeyboardEvent, keys: Keys): boolean {
  return keys.state.editing === null ? pressInCell(event, keys) : pressWhileTyping(event, keys)
}

function pressWhileTyping(event: KeyboardEvent, { state, commands, rules, columns }: Keys): boolean {
  const { key, shiftKey, ctrlKey, metaKey } = event
  const { editing } = state
  if (editing === null || isComposing(event)) return false
  const { rule, column, how } = editing
  if (key === 'Escape') {
    state.close(false)
    state.go(rule, column)
    return true
  }
  if (key === 'Enter' && (ctrlKey || metaKey)) {
    state.addRule(rule + 1)
    return true
  }
  // A second line.
  if (key === 'Enter' && event.altKey && event.target instanceof HTMLTextAreaElement) return false
  if (key === 'Enter') {
    if (!shiftKey && rule === rules - 1 && commands !== null) state.addRule(rules)
    else state.go(clamp(rule + (shiftKey ? -1 : 1), rules), column)
    return true
  }
  if (key !== 'Tab' || (how === 'form' && !isAtEdge(event, shiftKey))) return false
  return goAcross(state, { rule, column }, { rules, columns, isBack: shiftKey })
}

/** Whether an input method has the key. Safari ends a composition before the key that ends it. */
function isComposing({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || keyCode === composed
}

/** The code of all keys that an input method has. */
const composed = 229

/** Returns whether a key starts the composition of a character, such as an accent or a text of an input method. */
export function startsComposition({ key, keyCode }: KeyboardEvent): boolean {
  return key === 'Process' || key === 'Dead' || keyCode === composed
}

/** Whether the focus is on the last control of the form, or on the first one backwards. */
function isAtEdge({ target, currentTarget }: KeyboardEvent, isBack: boolean): boolean {
  const form = target instanceof Element ? target.closest('[data-cell-form]') : null
  if (form === null) return currentTarget.contains(target as Node)
  const all = [...form.querySelectorAll('input, select, textarea, button')].filter(
    (one) => !(one as HTMLInputElement).disabled && (one as HTMLElement).tabIndex >= 0,
  )
  return (isBack ? all[0] : all.at(-1)) === target
}

function pressInCell(event: KeyboardEvent, { state, commands, rules, columns }: Keys): boolean {
  const { key, shiftKey, altKey } = event
  const isCommand = (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph')
  const { rule, column } = state.active
  if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
    const to = rule + (key === 'ArrowUp' ? -1 : 1)
    if (commands === null || to < 0 || to >= rules) return false
    commands.moveRule(rule, to)
    state.go(to, column)
    return true
  }
  if (isCommand) return pressCommand(key, { state, commands, rules, columns })
  switch (key) {
    case 'ArrowUp':
      return goTo(state, clamp(rule - 1, rules), column)
    case 'ArrowDown':
      return goTo(state, clamp(rule + 1, rules), column)
    case 'ArrowLeft':
      return goTo(state, rule, clamp(column - 1, columns))
    case 'ArrowRight':
      return goTo(state, rule, clamp(column + 1, columns))
    case 'Home':
      return goTo(state, rule, 0)
    case 'End':
      return goTo(state, rule, columns - 1)
    case 'Tab':
      return goAcross(state, { rule, column }, { rules, columns, isBack: shiftKey })
    default:
      return commands !== null && pressToEdit(event, { state, commands, rules, columns })
  }
}

function pressCommand(key: string, { state, commands, rules, columns }: Keys): boolean {
  const { rule, column } = state.active
  if (key === 'Home') return goTo(state, 0, 0)
  if (key === 'End') return goTo(state, rules - 1, columns - 1)
  if (commands === null) return false
  if (key === 'Enter') state.addRule(rule + 1)
  else if (key.toLowerCase() === 'd') state.addRule(rule + 1, rule)
  else if (key === 'Delete' || key === 'Backspace') {
    commands.removeRule(rule)
    state.go(clamp(rule, rules - 1), column)
  } else return false
  return true
}

function pressToEdit(event: KeyboardEvent, { state, commands, columns }: Keys): boolean {
  const { key } = event
  const { rule, column } = state.active
  const isNote = column === columns - 1
  if (key === 'F2' || key === 'Enter') state.edit(isNote ? 'typing' : 'form')
  else if (key === 'Delete' || key === 'Backspace') {
    if (isNote) commands?.setNote(rule, '')
    else commands?.setCell(rule, column, '')
  } else if (isSign(event)) state.edit('typing', key)
  else return false
  return true
}

/** Whether a key writes a sign. Many layouts have signs such as `[` on a third level: with AltGr, or Option on a Mac. */
function isSign(event: KeyboardEvent): boolean {
  const { key, altKey } = event
  return key.length === 1 && (!altKey || event.getModifierState('AltGraph') || !/^[\da-z]$/i.test(key))
}

function goTo(state: GridState, rule: number, column: number): boolean {
  state.go(rule, column)
  return true
}

/** To the next cell, also of the next rule. After the last one, the focus leaves the table. */
function goAcross(
  state: GridState,
  { rule, column }: { rule: number; column: number },
  { rules, columns, isBack }: { rules: number; columns: number; isBack: boolean },
): boolean {
  const next = rule * columns + column + (isBack ? -1 : 1)
  if (next < 0 || next >= rules * columns) {
    state.close(true)
    return false
  }
  state.go(Math.floor(next / columns), next % columns)
  return true
}

function clamp(place: number, count: number): number {
  return Math.max(0, Math.min(count - 1, place))
}
