import { useLocation, useNavigate } from '@tanstack/react-router'
import { type MouseEvent, useEffect } from 'react'
import classes from './guide.module.css'

/** The HTML of a chapter, created by the build: see `build/guide.ts`. Its links are followed within the application. */
export function GuideArticle({ html }: { html: string }) {
  const navigate = useNavigate()
  const { pathname, hash } = useLocation()
  // The router has looked for the heading before the text was there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the text has come, or another heading is asked for
  useEffect(() => {
    if (hash !== '') document.getElementById(hash)?.scrollIntoView()
  }, [html, hash])
  const followWithin = (event: MouseEvent<HTMLElement>) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
    const href = link?.getAttribute('href')
    if (!isPlain || href == null || !/^[/#]/.test(href)) return
    event.preventDefault()
    const [path = '', anchor] = href.split('#', 2)
    void navigate({ to: path === '' ? pathname : path, ...(anchor === undefined ? {} : { hash: anchor }) })
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: links send a click for the Enter key too
    <article
      className={classes.article}
      onClick={followWithin}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made of our own files when the program was built, with markup escaped
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
