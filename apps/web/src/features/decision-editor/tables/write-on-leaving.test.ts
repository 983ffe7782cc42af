import Diagram from 'diagram-js'
import type Canvas from 'diagram-js/lib/core/Canvas'
import type EventBus from 'diagram-js/lib/core/EventBus'
import { afterEach, describe, expect, it } from 'vitest'
import { writeOnLeavingModule } from './write-on-leaving.ts'

afterEach(() => document.body.replaceChildren())

/** A diagram with a place for its name, which dmn-js would have written a moment after the last key. */
function openDiagram() {
  const region = document.body.appendChild(document.createElement('div'))
  const made: string[] = []
  const definitions = new Map([['name', 'Dinners']])
  const edit = {
    update: (property: 'name', text: string) => {
      definitions.set(property, text)
      made.push(text)
    },
  }
  const modules = [{ definitionPropertiesEdit: ['value', edit] }, writeOnLeavingModule]
  const diagram = new Diagram({ canvas: { container: region }, modules } as never)
  const bus = diagram.get<EventBus>('eventBus')
  const html = document.createElement('div')
  const name = html.appendChild(document.createElement('div'))
  name.tabIndex = 0
  region.append(html)
  bus.fire('definitionIdView.create', { html })
  const show = () => {
    const canvas = diagram.get<Canvas>('canvas')
    canvas.setRootElement(canvas.addRootElement({ id: 'dinners', children: [], businessObject: definitions } as never))
    bus.fire('import.done', {})
  }
  show()
  const type = (text: string) => {
    name.focus()
    name.textContent = text
  }
  return { diagram, name, made, type, show, writeLate: () => edit.update('name', name.textContent ?? '') }
}

describe('the name of a diagram', () => {
  it('is written when its place is left, and not again a moment later', () => {
    const { name, made, type, writeLate } = openDiagram()
    type('Menu')
    name.blur()
    expect(made).toEqual(['Menu'])
    writeLate()
    expect(made).toEqual(['Menu'])
  })

  it('is not written late into a diagram that was put away for a table, nor into one that was closed', () => {
    const { diagram, name, made, type, show, writeLate } = openDiagram()
    type('Menu')
    name.blur()
    diagram.clear()
    writeLate()
    show()
    writeLate()
    diagram.destroy()
    writeLate()
    expect(made).toEqual(['Menu'])
  })

  it('is written when a table takes the place of its diagram before it is left', () => {
    const { diagram, made, type, writeLate } = openDiagram()
    type('Menu')
    diagram.clear()
    writeLate()
    expect(made).toEqual(['Menu'])
  })
})
