import { expect, test } from 'vitest'
import type { DrawingSession } from './drawing-session.ts'
import { nameElements } from './name-elements.ts'

const names: Readonly<Record<string, string>> = { Activity_0djfc69: 'Approve', start: 'Request received', end: '' }
const registry = { get: (id: string) => (id in names ? { businessObject: { name: names[id] } } : undefined) }
const session = { modeler: { get: () => registry } } as unknown as DrawingSession

test.each([
  ['Expected Activity_0djfc69 to have a topic.', 'Expected “Approve” to have a topic.'],
  ['It continued to “start”, not to “end”.', 'It continued to “Request received”, not to “end”.'],
  ['A start event needs a form.', 'A start event needs a form.'],
  ['Activity_unknown is missing.', 'Activity_unknown is missing.'],
])('ids of elements with a name are replaced: %s', (sentence, shown) => {
  expect(nameElements(session, sentence)).toBe(shown)
})
