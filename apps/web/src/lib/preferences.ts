import { useSyncExternalStore } from 'react'

/** The changes of a user to the columns of a list; other columns are in their default state. */
export interface ColumnLayout {
  readonly order?: readonly string[]
  readonly shown?: Readonly<Record<string, boolean>>
  readonly pinned?: readonly string[]
}

/** A page, process, task or user that was chosen in the palette. */
export interface Found {
  readonly label: string
  readonly description?: string | undefined
  readonly to: string
}

/** The preferences of a user in this browser. `public/early.js` reads the density before the first paint. */
const defaults = {
  density: 'default' as 'compact' | 'default' | 'relaxed',
  /** Tag of the language of the last visit. */
  language: '' as string,
  /** Reference of the workplace where somebody last signed in with a password; empty for the default one. */
  workplace: '' as string,
  /** Whether the browser shows notifications of its own; it asks the user whether it may. */
  browserNotices: false as boolean,
  menuCollapsed: false as boolean,
  categoryPanelOnCatalogue: true as boolean,
  categoryPanelElsewhere: false as boolean,
  catalogueView: 'tiles' as 'tiles' | 'list' | 'table',
  taskListWidth: 408 as number,
  /** Tasks beside the one that is open, or in columns of their own. */
  taskListForm: 'split' as 'split' | 'table',
  diagramHeight: 318 as number,
  /** Sections of the menu that the user has opened or closed, by id. */
  sectionStates: {} as Readonly<Record<string, boolean>>,
  /** Order, visibility and pinning of columns, by owner (`use-owner.ts`) and list. */
  columnLayouts: {} as Readonly<Record<string, ColumnLayout>>,
  /** The default views of lists from the last visit, by owner and list. */
  knownDefaultViews: {} as Readonly<Record<string, string>>,
  /** The objects that the user chose in the palette, the last first, by owner (`use-owner.ts`). */
  recentlyFound: {} as Readonly<Record<string, readonly Found[]>>,
}

export type Preferences = typeof defaults

const prefix = 'millrace.'
const listeners = new Set<() => void>()
const cache = new Map<string, unknown>()

/**
 * Returns a preference and its setter. It is stored in the browser if possible, otherwise only while the page is open.
 */
export function usePreference<K extends keyof Preferences>(name: K): [Preferences[K], (value: Preferences[K]) => void] {
  const value = useSyncExternalStore(subscribe, () => readPreference(name))
  return [value, (next) => setPreference(name, next)]
}

export function readPreference<K extends keyof Preferences>(name: K): Preferences[K] {
  if (!cache.has(name)) cache.set(name, readStored(name))
  return cache.get(name) as Preferences[K]
}

export function setPreference<K extends keyof Preferences>(name: K, value: Preferences[K]): void {
  cache.set(name, value)
  try {
    // Texts are kept as they are: the script of the first paint compares them.
    localStorage.setItem(prefix + name, typeof value === 'string' ? value : JSON.stringify(value))
  } catch {
    // A browser that forbids storage still has the preference for the time of the page.
  }
  if (name === 'density') document.documentElement.setAttribute('data-density', String(value))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', forget)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', forget)
  }
}

/** Another tab has set a preference, or the browser's storage was cleared. */
function forget(): void {
  cache.clear()
  document.documentElement.setAttribute('data-density', readPreference('density'))
  for (const listener of listeners) listener()
}

function readStored<K extends keyof Preferences>(name: K): Preferences[K] {
  const fallback: Preferences[K] = defaults[name]
  try {
    const text = localStorage.getItem(prefix + name)
    if (text === null) return fallback
    if (typeof fallback === 'string') return text as Preferences[K]
    const value: unknown = JSON.parse(text)
    const isUsable = typeof value === typeof fallback && Array.isArray(value) === Array.isArray(fallback)
    return isUsable ? (value as Preferences[K]) : fallback
  } catch {
    return fallback
  }
}
