/** Unsaved changes of a design that remained when a window was closed or crashed. */
export interface UnsavedWork {
  readonly designerJson: string
  /** The version that it was started with. */
  readonly version: number
  readonly savedAt: string
}

/** The key of unsaved changes: the user and the design. */
export interface WorkKey {
  readonly workplace: string
  /** Id of the account: a later user can have the same user name. */
  readonly userId: string
  readonly design: string
}

/** Returns the unsaved changes in this browser; null when there are none, or the browser stores nothing. */
export function findUnsavedWork(key: WorkKey): UnsavedWork | null {
  try {
    const text = localStorage.getItem(nameOf(key))
    const work: unknown = text === null ? null : JSON.parse(text)
    return isWork(work) ? work : null
  } catch {
    return null
  }
}

/** Stores unsaved changes in this browser, in case the window is closed or crashes. */
export function keepUnsavedWork(key: WorkKey, work: UnsavedWork): void {
  try {
    localStorage.setItem(nameOf(key), JSON.stringify(work))
  } catch {
    // Full, or forbidden: the work goes on without it.
  }
}

export function forgetUnsavedWork(key: WorkKey): void {
  try {
    localStorage.removeItem(nameOf(key))
  } catch {
    // Nothing was kept then.
  }
}

function nameOf({ workplace, userId, design }: WorkKey): string {
  return `millrace.design.${[workplace, userId, design].map(encodeURIComponent).join('.')}`
}

function isWork(work: unknown): work is UnsavedWork {
  if (typeof work !== 'object' || work === null) return false
  const { designerJson, version, savedAt } = work as Partial<UnsavedWork>
  return typeof designerJson === 'string' && typeof version === 'number' && typeof savedAt === 'string'
}
