import { MantineProvider } from '@mantine/core'
import type { Change, ModdleElement } from '@millrace/bpmn/moddle'
import { openFile } from '@millrace/bpmn/testing'
import { modellerTexts } from '@millrace/contract/modeller-texts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import '../../../lib/i18n.ts'
import { addTexts } from '../../../lib/languages.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { stubBrowser } from '../../../testing/stub-browser.ts'
import { type KnownThings, nothingKnown } from '../problems/known-things.ts'
import type { Checks } from '../problems/questions.ts'
import { questions } from '../problems/questions.ts'
import { ChecksContext } from '../problems/use-checks.ts'
import { Rows } from '../properties/rows.tsx'
import { PanelContext } from '../properties/use-panel.ts'
import { listVariables } from '../properties/variables/list-variables.ts'

addTexts('translation', modellerTexts)

/** The checks without a thread. */
const checks: Checks = {
  checkDrawing: (...given) => Promise.resolve(questions.checkDrawing(...given)),
  checkText: (...given) => Promise.resolve(questions.checkText(...given)),
  listFirings: (...given) => Promise.resolve(questions.listFirings(...given)),
}

interface Options {
  readonly known?: Partial<KnownThings>
  readonly canEdit?: boolean
  readonly openThing?: (href: string) => void
}

/**
 * Renders the properties of an element of a Millrace file as the panel does. `steps` are the changes that were made.
 */
export async function renderRows(inside: string, id: string, { known = {}, canEdit = true, openThing }: Options = {}) {
  stubBrowser()
  document.title = 'Modeller'
  const opened = await openFile(
    `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:millrace="urn:millrace:bpmn:1.0" millrace:dialect="millrace" targetNamespace="t"><process id="p" isExecutable="true">${inside}</process></definitions>`,
  )
  const { create, dialect, get, apply, save } = opened
  const steps: (readonly Change[])[] = []
  const ids = [...inside.matchAll(/<userTask id="(\w+)"/g)].map(([, one]) => one ?? '')
  const references = (name: string) =>
    name === 'assigneeOf' ? ids.map((one) => ({ element: get(one), label: String(get(one).get('name') ?? one) })) : []

  const things = { ...nothingKnown, ...known }
  const panel: PanelContext = {
    canEdit,
    apply: (changes) => {
      steps.push(changes)
      apply(changes)
    },
    options: { create, dialect },
    known: things,
    listVariables: () => listVariables([get(id)], things),
    references,
    createReference: () => null,
    isIdTaken: () => false,
    openThing,
    Rows,
    showsAll: false,
    added: new Set(),
  }
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        <ChecksContext value={checks}>
          <Drawn element={get(id)} panel={panel} />
        </ChecksContext>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { user: userEvent.setup(), steps, save }
}

/** Drawn again after each change: whatever is done may have changed what is shown. */
function Drawn({ element, panel }: { element: ModdleElement; panel: PanelContext }) {
  const [step, setStep] = useState(0)
  const apply = (changes: readonly Change[]) => {
    panel.apply(changes)
    setStep(step + 1)
  }
  return (
    <main>
      <h1>Properties</h1>
      <PanelContext value={{ ...panel, apply }}>
        <Rows element={element} />
      </PanelContext>
    </main>
  )
}
