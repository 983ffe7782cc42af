import { useEffect } from 'react'
import { loadChunk } from '../load-chunk.ts'
import { usePicture } from '../product.ts'
import { useProfileLanguage } from '../use-profile-language.ts'
import { useActiveVariables } from './active-theme.ts'
import { usePreview } from './preview-store.ts'

/** Applies the active theme, the favicon of the workplace and the language of the user to the page. Renders nothing. */
export function ThemeStyles() {
  const variables = useActiveVariables()
  const isPreview = usePreview() !== null
  const favicon = usePicture('favicon')
  useProfileLanguage()

  useEffect(() => {
    if (variables !== null && !isPreview) remember(variables)
    const text = variables ?? readRemembered() ?? '{}'
    let isStale = false
    const show = (content: string) => {
      const sheet = findStyleElement()
      if (!isStale && sheet.textContent !== content) sheet.textContent = content
    }
    if (text === '{}') show('')
    // Without its theme the product works as well as with it.
    else
      loadChunk(() => import('./write-theme.ts')).then(
        ({ writeTheme }) => show(writeTheme(text)),
        () => {},
      )
    return () => {
      isStale = true
    }
  }, [variables, isPreview])

  useEffect(() => {
    if (favicon !== undefined) showFavicon(favicon)
  }, [favicon])

  return null
}

function findStyleElement(): HTMLStyleElement {
  const found = document.querySelector<HTMLStyleElement>('style[data-theme]')
  if (found !== null) return found
  const sheet = document.createElement('style')
  sheet.dataset.theme = ''
  document.head.append(sheet)
  return sheet
}

/** With a picture of its own the workplace has it in the tab, else the product. */
function showFavicon(address: string | null): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (link === null) return
  const wanted = address ?? '/favicon.svg'
  if (link.getAttribute('href') === wanted) return
  link.setAttribute('href', wanted)
  link.removeAttribute('type')
}

const key = 'millrace.theme'

/** The theme of the last visit: for the sign-in page, and so that a page does not change its colours while it loads. */
function readRemembered(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function remember(variables: string): void {
  try {
    if (variables === '{}') localStorage.removeItem(key)
    else localStorage.setItem(key, variables)
  } catch {
    // A browser that forbids storage shows the built-in theme until the own one is here.
  }
}
