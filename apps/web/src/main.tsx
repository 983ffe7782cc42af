import './styles/load-font.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { createProgram, loadFirstPage } from './app/program.ts'
import './lib/i18n.ts'
import { restoreLanguage } from './lib/languages.ts'
import { readEarlyInput } from './lib/session/early-input.ts'
import './styles/styles.ts'

const element = document.getElementById('root')
if (element === null) throw new Error('Expected an element with the id root in the page, but there is none.')
void start(element)

/** No `await` of the module itself: the parts of the program import it, so that none could be loaded meanwhile. */
async function start(element: HTMLElement): Promise<void> {
  await restoreLanguage()
  const program = createProgram()
  await loadFirstPage(program)
  readEarlyInput()
  createRoot(element).render(
    <StrictMode>
      <App program={program} />
    </StrictMode>,
  )
}
