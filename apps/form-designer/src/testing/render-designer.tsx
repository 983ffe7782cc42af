import { MantineProvider, mergeThemeOverrides } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { render, screen } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import '../../../web/src/lib/i18n.ts'
import '../../../web/src/lib/page-texts.ts'
import { resolveCssVariables, theme } from '../../../web/src/config/theme.ts'
import { stubBrowser } from '../../../web/src/testing/stub-browser.ts'
import { Designer } from '../main.tsx'
import '../polyfills.ts'
import { setSample } from '../work/use-sample.ts'
import { createMemoryPort, type MemoryPort } from './memory-port.ts'

/** As the program does it in its language. */
const labelled = mergeThemeOverrides(theme, {
  components: {
    Modal: {
      defaultProps: { ...theme.components?.Modal?.defaultProps, closeButtonProps: { 'aria-label': 'Close dialog' } },
    },
  },
})

export interface RenderedDesigner {
  readonly user: UserEvent
  readonly port: MemoryPort
  /** Returns the last announcement to screen readers. */
  said(): string
  /** The outline in lines, indented by level. */
  outline(): Promise<string[]>
  findViolations(): Promise<string[]>
}

export interface RenderOptions {
  readonly port?: MemoryPort
  readonly width?: number
  /** Asked by the guard when the page is left. */
  readonly onGuard?: (isDirty: () => boolean) => void
}

/** Opens the designer of a form with a server in memory, and waits for its toolbar. */
export async function renderDesigner({
  port = createMemoryPort(),
  width = 1440,
  onGuard,
}: RenderOptions = {}): Promise<RenderedDesigner> {
  stubBrowser(width)
  setSample('')
  HTMLCanvasElement.prototype.getContext = () => null
  document.title = 'Form designer'
  const user = userEvent.setup()
  render(
    <MantineProvider theme={labelled} cssVariablesResolver={resolveCssVariables} env="test">
      <section id="overlays" aria-label="Menus and messages" />
      <Notifications />
      <main>
        <Designer
          port={port}
          target={{ kind: 'form', applicationId: 'a1', formId: 'f1' }}
          contextPath=""
          owner={{ workplace: 'halden', user: 'ines', userId: 'user-1' }}
          back={<a href="/design/forms">Back</a>}
          Guard={({ isDirty }) => {
            onGuard?.(isDirty)
            return null
          }}
          helpUrl="/help/formDesigner"
        />
      </main>
    </MantineProvider>,
  )
  await screen.findByRole('button', { name: 'Save version' })
  return {
    user,
    port,
    said: () =>
      screen
        .getAllByRole('status')
        .filter((one) => one.getAttribute('aria-live') === 'polite')
        .map((one) => one.textContent)
        .filter((text) => text !== '')
        .join(' '),
    outline: async () => {
      await user.click(screen.getByRole('tab', { name: 'Outline' }))
      return screen
        .queryAllByRole('treeitem')
        .map(
          (one) =>
            '  '.repeat(Number(one.getAttribute('aria-level')) - 1) + (one.querySelector('span')?.textContent ?? ''),
        )
    },
    findViolations: async () => {
      const rules = { 'color-contrast': { enabled: false }, 'html-has-lang': { enabled: false } }
      const { violations } = await axe.run(document, {
        rules,
        resultTypes: ['violations'],
        selectors: false,
        preload: false,
      })
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
    },
  }
}
