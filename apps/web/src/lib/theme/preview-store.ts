import type { ThemeVariables } from '@millrace/contract'
import { useSyncExternalStore } from 'react'

/** The preview of a theme, saved or not, in the whole product, until the user ends it. */
export interface Preview {
  readonly name: string
  readonly variables: ThemeVariables
}

let current: Preview | null = null
const listeners = new Set<() => void>()

export function usePreview(): Preview | null {
  return useSyncExternalStore(subscribe, () => current)
}

export function startPreview(preview: Preview): void {
  set(preview)
}

/** Restores the selected theme. */
export function endPreview(): void {
  set(null)
}

function set(preview: Preview | null): void {
  if (current === preview) return
  current = preview
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
