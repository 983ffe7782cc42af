import EventBus from 'diagram-js/lib/core/EventBus'
import { install } from 'diagram-js/lib/util/ClickTrap'
import { expect, it, vi } from 'vitest'
import { spendClickTrap } from './spend-click-trap.ts'

const task = { id: 'task' }

function listen() {
  const bus = new EventBus()
  spendClickTrap(bus)
  const heard = vi.fn()
  bus.on('element.click', ({ element }: { element: unknown }) => heard(element))
  return { bus, heard }
}

it('a click after a drag that ended without one is heard, from a new press on', () => {
  const { bus, heard } = listen()
  install(bus)
  bus.fire('element.mousedown', { element: task })
  bus.fire('element.click', { element: task })
  expect(heard.mock.calls).toEqual([[task]])
})

it('the click that ends a drag is not, and a press alone is no click', () => {
  const { bus, heard } = listen()
  bus.fire('element.mousedown', { element: task })
  install(bus)
  bus.fire('element.click', { element: task })
  expect(heard.mock.calls).toEqual([])
})
