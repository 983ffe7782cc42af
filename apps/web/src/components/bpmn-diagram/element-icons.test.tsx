import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { getElementIcon } from './element-icons.tsx'

const draw = (type: string) => {
  const Icon = getElementIcon(type)
  return renderToStaticMarkup(<Icon size={16} stroke={1.6} />)
}

it('each kind of gateway has an icon of its own, and none that an event or a task has', () => {
  const kinds = ['exclusive', 'parallel', 'inclusive', 'eventBased', 'complex'].map((kind) => `${kind}Gateway`)
  const drawn = [...kinds, 'task', 'userTask', 'startEvent', 'intermediateCatchEvent'].map(draw)
  expect(new Set(drawn).size).toBe(9)
})
