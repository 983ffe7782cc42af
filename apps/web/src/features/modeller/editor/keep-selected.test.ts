import EventBus from 'diagram-js/lib/core/EventBus'
import Selection from 'diagram-js/lib/features/selection/Selection'
import SelectionBehavior from 'diagram-js/lib/features/selection/SelectionBehavior'
import { expect, it } from 'vitest'
import { keepWhatIsSelected } from './keep-selected.ts'

const [root, task, event] = ['root', 'task', 'event'].map((id) => ({ id }))

/** What is selected after clicks, as diagram-js has it. */
function click(...clicks: readonly { readonly on: unknown; readonly shift?: boolean; readonly button?: number }[]) {
  const bus = new EventBus()
  const canvas = { getRootElement: () => root, findRoot: () => root }
  const selection = new Selection(bus, canvas as never)
  new SelectionBehavior(bus, selection, canvas as never, {} as never)
  keepWhatIsSelected(bus, selection)
  for (const { on, shift = false, button = 0 } of clicks)
    bus.fire('element.click', { element: on, originalEvent: { button, shiftKey: shift } })
  return selection.get()
}

it('a click on the step that is selected, such as after it was saved, leaves it selected', () => {
  expect(click({ on: task }, { on: task })).toEqual([task])
})

it('another step, the process and Shift do as before', () => {
  expect(click({ on: task }, { on: event })).toEqual([event])
  expect(click({ on: task }, { on: root })).toEqual([])
  expect(click({ on: task }, { on: event, shift: true })).toEqual([task, event])
  expect(click({ on: task }, { on: event, shift: true }, { on: event })).toEqual([event])
  expect(click({ on: task }, { on: task, shift: true })).toEqual([])
})
