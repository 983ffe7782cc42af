import { MantineProvider } from '@mantine/core'
import { decisionEditorTexts } from '@millrace/contract/decision-editor-texts'
import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import '../../../lib/i18n.ts'
import Toasts from '../../../components/toast/toasts.tsx'
import { addTexts } from '../../../lib/languages.ts'
import { stubBrowser } from '../../../testing/stub-browser.ts'
import { type Checks, useChecked } from '../checks/use-checks.ts'
import type { DecisionSession } from '../tables/decision-session.ts'
import { EditorBar } from './editor-bar.tsx'
import { ProblemList } from './problem-list.tsx'

addTexts('translation', decisionEditorTexts)

const state = { views: [], active: null, canUndo: false, canRedo: false, step: 0, isSaved: true }
const reason = 'Dish: no namespace uri given for prefix <tool>'

function openFile(toXml: () => Promise<string>) {
  return { subscribe: () => () => undefined, getState: () => state, toXml } as unknown as DecisionSession
}

const Guard = () => null

interface FaultsProps {
  readonly session: DecisionSession
  readonly checks: Checks
  /** Other samples are checked anew. */
  readonly samples: readonly never[]
}

function Faults({ session, checks, samples }: FaultsProps) {
  const { checked, failure } = useChecked(checks, session, { decisionId: null, samples })
  return checked === null && failure === null ? null : (
    <ProblemList problems={checked?.problems ?? []} failure={failure} onShow={() => undefined} />
  )
}

it('a decision that cannot be written says so with the reason when it is exported', async () => {
  stubBrowser()
  const props = {
    ...{
      name: 'Dish',
      version: 1,
      helpUrl: '/help',
      back: null,
      canEdit: false,
      xml: '',
      isForeign: false,
      notice: null,
    },
    ...{ Guard, onChange: vi.fn(), onSave: vi.fn(), onImport: vi.fn(), onKeys: vi.fn() },
    saving: {
      isSaving: false,
      isChanged: false,
      canSave: false,
      isDirty: () => false,
      save: vi.fn(),
      saveNow: vi.fn(),
    },
  }
  render(
    <MantineProvider>
      <Toasts />
      <EditorBar {...props} session={openFile(() => Promise.reject(new Error(reason)))} />
    </MantineProvider>,
  )
  act(() => screen.getByRole('button', { name: 'Export as DMN' }).click())
  expect(await screen.findByText('The decision could not be exported')).toBeDefined()
  expect(screen.getByText(reason)).toBeDefined()
})

it('a decision that cannot be written says so in place of its errors, until it can', async () => {
  stubBrowser()
  const writes = [() => Promise.reject(new Error(reason)), () => Promise.resolve('<definitions/>')]
  const session = openFile(() => writes.shift()?.() ?? Promise.reject(new Error('Expected two checks.')))
  const checks = { checkDecisions: async () => ({ problems: [], decisions: [] }) } as unknown as Checks
  const first: never[] = []
  const page = render(
    <MantineProvider>
      <Faults session={session} checks={checks} samples={first} />
    </MantineProvider>,
  )
  expect((await screen.findByRole('alert')).textContent).toBe(
    `The file could not be checked: ${reason}. Your changes are kept.`,
  )
  page.rerender(
    <MantineProvider>
      <Faults session={session} checks={checks} samples={[]} />
    </MantineProvider>,
  )
  expect(await screen.findByText('No problems. The decision can be deployed.')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})
