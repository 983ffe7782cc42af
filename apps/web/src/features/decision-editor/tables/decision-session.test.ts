import type Modeler from 'dmn-js-shared/lib/base/Manager'
import { expect, it } from 'vitest'
import { DecisionSession } from './decision-session.ts'

function openSession(isSaved = true): DecisionSession {
  const modeler = {
    on: () => undefined,
    getViews: () => [],
    getActiveView: () => undefined,
    getActiveViewer: () => undefined,
  }
  return new DecisionSession({ modeler: modeler as unknown as Modeler, viewers: [] }, isSaved)
}

it('a file that is opened again while it is saved is saved when the save ends', () => {
  const before = openSession(false)
  const { mark } = before
  const next = openSession(before.isMarkSaved(mark))
  before.continueIn(next, mark)
  expect(next.getState().isSaved).toBe(false)
  before.markSaved(mark)
  expect(next.getState().isSaved).toBe(true)
})

it('a save of an earlier state does not save the file that was opened again', () => {
  const before = openSession(false)
  const next = openSession(before.isMarkSaved(before.mark))
  before.continueIn(next, before.mark)
  before.markSaved(before.mark - 1)
  expect(next.getState().isSaved).toBe(false)
})
