import { MantineProvider } from '@mantine/core'
import type { TrialState, TrialWaiting } from '@millrace/contract'
import { modellerTexts } from '@millrace/contract/modeller-texts'
import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import '../../../lib/i18n.ts'
import '../../../lib/page-texts.ts'
import { addTexts } from '../../../lib/languages.ts'
import { stubBrowser } from '../../../testing/stub-browser.ts'
import type { DrawingSession } from '../editor/drawing-session.ts'
import { SessionContext } from '../editor/use-session.ts'
import type { TrialRun } from './use-trial.ts'
import { WaitingList } from './waiting-list.tsx'

addTexts('translation', modellerTexts)

const waits = (element: string): TrialWaiting =>
  ({ kind: 'timer', process: null, element, index: 0, name: element, dueAt: null }) as unknown as TrialWaiting

const trialAt = (steps: number, element: string) =>
  ({
    steps: Array.from({ length: steps }),
    status: 'running',
    waiting: [waits(element)],
    clock: '2026-11-29T08:00:00Z',
  }) as unknown as TrialState

it('after each step, what waits now is scrolled into view, in the list and in the drawing', () => {
  stubBrowser()
  const scrolled = vi.fn()
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolled(this.textContent)
  }
  const show = vi.fn()
  const session = { show, modeler: { get: () => ({ get: () => undefined }) } } as unknown as DrawingSession
  const trial = { isBusy: false } as unknown as TrialRun
  const draw = (state: TrialState) => (
    <MantineProvider>
      <SessionContext value={session}>
        <WaitingList trial={trial} state={state} />
      </SessionContext>
    </MantineProvider>
  )
  const { rerender } = render(draw(trialAt(0, 'first')))
  expect(show).not.toHaveBeenCalled()
  rerender(draw(trialAt(1, 'second')))
  expect(show.mock.calls).toEqual([['second']])
  expect(scrolled).toHaveBeenCalledWith(expect.stringContaining('second'))
  rerender(draw(trialAt(1, 'second')))
  expect(show).toHaveBeenCalledOnce()
  stubBrowser()
})
