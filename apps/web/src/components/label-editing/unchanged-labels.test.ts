import Diagram from 'diagram-js'
import { expect, it } from 'vitest'
import { unchangedLabels } from './unchanged-labels.ts'

const size = { x: 0, y: 0, width: 100, height: 80 }

/** What is done to an element when its text box is left. */
function leave(type: string, text: string, before: string, width: number): boolean {
  let isDone = false
  const labelEditingProvider = {
    update: () => {
      isDone = true
    },
  }
  const canvas = { getAbsoluteBBox: () => size }
  new Diagram({
    modules: [
      { labelEditingProvider: ['value', labelEditingProvider], canvas: ['value', canvas] },
      unchangedLabels as never,
    ],
  } as never)
  ;(labelEditingProvider.update as (...given: unknown[]) => void)({ type }, text, before, { ...size, width })
  return isDone
}

it.each([
  ['a task that has no name', 'bpmn:UserTask', '', '', 99.99, false],
  ['a decision that has no name', 'dmn:Decision', '', '', 100.02, false],
  ['a task whose name has a space around it', 'bpmn:UserTask', 'Work', ' Work ', 99.99, false],
  ['a name that was emptied', 'bpmn:UserTask', '', 'Work', 100, true],
  ['a name that was written', 'dmn:Decision', 'Dish', '', 99.99, true],
  ['an annotation by rounding', 'bpmn:TextAnnotation', 'Note', 'Note', 99.5, false],
  ['an annotation that was made wider', 'bpmn:TextAnnotation', 'Note', 'Note', 120, true],
])(
  'leaving the text box changes nothing but what somebody changed: %s',
  (_about, type, text, before, width, isDone) => {
    expect(leave(type, text, before, width)).toBe(isDone)
  },
)
