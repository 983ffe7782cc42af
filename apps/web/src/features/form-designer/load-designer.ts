import type { ComponentType } from 'react'
import 'virtual:form-designer'
import type { DesignerProps } from '../../../../form-designer/src/designer.tsx'

/** The modules that the scripts of the designer provide to the page, as promises. */
interface DesignerScripts {
  readonly runtime?: Promise<unknown>
  readonly polyfills?: Promise<unknown>
  readonly scripts?: Promise<unknown>
  readonly main?: Promise<{ readonly Designer: ComponentType<DesignerProps> }>
}

declare global {
  var millraceFormDesigner: DesignerScripts | undefined
}

/** In the order in which they run (specification, "Form designer screen"). */
const scripts = ['runtime', 'polyfills', 'scripts', 'main'] as const

/** The folder of the scripts. */
const folder = '/form-designer/'

/** Milliseconds before the second try (specification, section 9). */
const retryWait = 1_000
/** Milliseconds without an answer after which they count as lost (specification, section 9). */
const loadTimeout = 120_000

export interface LoadedDesigner {
  readonly Designer: ComponentType<DesignerProps>
}

/**
 * Loads the bundle of the designer: its scripts and its stylesheet. Their addresses contain the time, so that no old
 * file is used. A failed request is repeated once after a second.
 *
 * @param signal ends the waiting, when the page is left.
 * @throws Error when a file cannot be loaded, or not within two minutes.
 */
export async function loadDesigner(signal: AbortSignal): Promise<LoadedDesigner> {
  try {
    return await tryLoad('')
  } catch {
    removeDesigner()
    await new Promise((resolve) => setTimeout(resolve, retryWait))
    signal.throwIfAborted()
    return tryLoad('&again')
  }
}

/** Removes the bundle of the designer from the page. */
export function removeDesigner(): void {
  for (const element of document.querySelectorAll('[data-form-designer]')) element.remove()
  delete globalThis.millraceFormDesigner
}

async function tryLoad(more: string): Promise<LoadedDesigner> {
  const time = Date.now()
  const elements = [
    addElement('link', { rel: 'stylesheet', href: `${folder}styles.css?t=${time}${more}` }),
    ...scripts.map((name) => addElement('script', { type: 'module', src: `${folder}${name}.js?t=${time}${more}` })),
  ]
  let timer: ReturnType<typeof setTimeout> | undefined
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Expected the form designer, but it hangs.')), loadTimeout)
  })
  try {
    await Promise.race([Promise.all(elements), expired])
    const { runtime, polyfills, scripts: libraries, main } = globalThis.millraceFormDesigner ?? {}
    const loaded = await Promise.race([Promise.all([main, runtime, polyfills, libraries]), expired])
    const [designer] = loaded
    if (designer === undefined) throw new Error('Expected the form designer in its scripts, but it is not there.')
    return designer
  } finally {
    clearTimeout(timer)
  }
}

/** Settles when it has arrived. */
function addElement(name: 'script' | 'link', attributes: Readonly<Record<string, string>>): Promise<void> {
  const element = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
  element.dataset.formDesigner = ''
  // Those that are added by a program run as they come, unless they are told to keep their order.
  if (element instanceof HTMLScriptElement) element.async = false
  return new Promise((resolve, reject) => {
    element.addEventListener('load', () => resolve())
    element.addEventListener('error', () =>
      reject(new Error(`Expected ${Object.values(attributes)[1]} to arrive, but it did not.`)),
    )
    document.head.append(element)
  })
}
