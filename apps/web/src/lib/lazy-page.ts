import type { AsyncRouteComponent } from '@tanstack/react-router'
import { type ComponentType, createElement, use } from 'react'

/** Rises each time that what could not be loaded is to be asked for again. */
let attempt = 0

export function tryMissingPartsAgain(): void {
  attempt += 1
}

/**
 * Creates a page that is loaded by `loadChunk` when it is needed. When it cannot be loaded, the page shows an error,
 * and loading is retried on the next visit or after `tryMissingPartsAgain`; the router's own way to load would show the
 * browser's error page.
 */
export function lazyPage<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): AsyncRouteComponent<object> {
  let page: ComponentType | undefined
  let loading: Promise<void> | undefined
  let failedAttempt: number | null = null

  const start = (isNew: boolean): Promise<void> => {
    if (failedAttempt !== null && (isNew || failedAttempt !== attempt)) loading = undefined
    if (loading === undefined) {
      failedAttempt = null
      loading = load().then((module) => {
        page = module[name] as ComponentType
      })
      loading.catch(() => {
        failedAttempt = attempt
      })
    }
    return loading
  }

  // biome-ignore lint/correctness/noComponentHookFactories: made once for each route, when the program starts
  function LazyPage(props: object) {
    if (page === undefined) use(start(false))
    return page === undefined ? null : createElement(page, props)
  }
  LazyPage.preload = () => start(true).catch(() => {})
  return LazyPage
}
