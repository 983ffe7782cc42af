import { MantineProvider } from '@mantine/core'
import type { JsonValues, Problem, RuntimeDocument } from '@millrace/forms'
import { act, render, screen } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import { FormView, type FormViewProps } from '../form-view.tsx'
import { compileForm, type NodeDraft } from './compile-form.ts'
import { stubBrowser } from './stub-browser.ts'

export interface RenderedForm {
  readonly user: UserEvent
  readonly container: HTMLElement
  /** Values of each successful submission. */
  readonly submitted: JsonValues[]
  readonly drafts: JsonValues[]
  submit(): Promise<void>
  showErrors(errors: readonly Problem[]): void
  /** Names of the accessibility rules that the page breaks. */
  findViolations(): Promise<string[]>
}

/** Shows a form of these nodes on a page with a button that submits it. */
export function renderForm(nodes: readonly NodeDraft[], props: Partial<FormViewProps> = {}): RenderedForm {
  stubBrowser()
  const submitted: JsonValues[] = []
  const drafts: JsonValues[] = []
  const shared: FormViewProps = {
    id: 'form',
    document: compileForm(nodes),
    values: {},
    context: { now: new Date('2026-11-24T11:00:00.000Z'), timeZone: 'Europe/Berlin', userId: 'ines', variables: {} },
    onSubmit: (values) => submitted.push(values),
    onChange: (readDraft) => drafts.push(readDraft()),
    ...props,
  }
  const page = (more: Partial<FormViewProps> = {}) => (
    <MantineProvider env="test">
      <main>
        <h1>Assigned</h1>
        <h2>Approve purchase request</h2>
        <FormView {...shared} {...more} />
        <button type="submit" form="form">
          Complete task
        </button>
      </main>
    </MantineProvider>
  )
  const user = userEvent.setup()
  const { container, rerender } = render(page())
  return {
    user,
    container,
    submitted,
    drafts,
    submit: () => user.click(screen.getByRole('button', { name: 'Complete task' })),
    showErrors: (errors) => rerender(page({ errors })),
    findViolations: () => findViolations(container),
  }
}

/** Renders a form with expressions for tests, like `renderForm`, and waits until FEEL is loaded. */
export function renderFormWithExpressions(
  document: RuntimeDocument,
  props: Partial<FormViewProps> = {},
): Promise<RenderedForm> {
  return act(async () => renderForm([], { ...props, document }))
}

async function findViolations(container: HTMLElement): Promise<string[]> {
  // jsdom draws nothing, so contrast is measured in the browser tests.
  const rules = { 'color-contrast': { enabled: false } }
  const { violations } = await axe.run(container.ownerDocument, {
    rules,
    resultTypes: ['violations'],
    selectors: false,
    preload: false,
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
