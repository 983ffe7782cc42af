import { useEffect } from 'react'

/** As many are remembered as may go away together: entries of a menu, a dialog, a row and its tools. */
const most = 30
/** Milliseconds in which whoever takes something away may give the focus to something better. */
const patience = 150

/**
 * Restores the focus when the focused element disappears, such as a closed dialog, a removed filter, or a button that
 * is disabled while it works. The last focused element that still exists gets the focus. If it was in a row that was
 * deleted, the row in its position gets the focus, or the title of a list that is empty now; otherwise the title of the
 * page.
 */
export function useKeptFocus(): void {
  useEffect(keepFocus, [])
}

function keepFocus(): () => void {
  let seen: Seen[] = []
  // Nobody has gone anywhere yet, or somebody went before this was loaded.
  let wasLeft = isNowhere()
  if (!wasLeft && document.activeElement instanceof HTMLElement) seen = [see(document.activeElement)]
  let page = location.pathname
  let timer: ReturnType<typeof setTimeout> | undefined
  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    wasLeft = false
    page = location.pathname
    seen = [see(target), ...seen.filter(({ element }) => element.deref() !== target)].slice(0, most)
  }
  // A press beside everything takes the focus from something that is still there: nobody misses it.
  const leave = ({ target }: FocusEvent) =>
    setTimeout(() => {
      if (isNowhere() && target instanceof HTMLElement && canTake(target)) wasLeft = true
    })
  const restore = () => {
    if (wasLeft || !isNowhere()) return
    const before = findFirst(seen)
    // Another page says itself where its reader begins.
    const title = page === location.pathname ? document.querySelector('h1') : null
    ;(before ?? title)?.focus({ preventScroll: true })
  }
  const look = () => {
    clearTimeout(timer)
    if (!wasLeft && isNowhere()) timer = setTimeout(restore, patience)
  }
  const changes = new MutationObserver(look)
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', note)
  document.addEventListener('focusout', leave)
  return () => {
    clearTimeout(timer)
    changes.disconnect()
    document.removeEventListener('focusin', note)
    document.removeEventListener('focusout', leave)
  }
}

/** What has had the focus, and where it stood. */
interface Seen {
  readonly element: WeakRef<HTMLElement>
  /** Of its row: what holds the rows, and which of them it was; and which control of the row had the focus. */
  readonly row: { readonly holder: WeakRef<Element>; readonly place: number; readonly control: number } | null
  /** The part of the page around it, which has a title. */
  readonly region: WeakRef<Element> | null
}

function see(element: HTMLElement): Seen {
  const row = element.closest('tr, li')
  const holder = row?.parentElement
  const region = row?.closest('section, main')
  return {
    element: new WeakRef(element),
    row:
      row && holder
        ? {
            holder: new WeakRef(holder),
            place: [...holder.children].indexOf(row),
            control: listControls(row).indexOf(element),
          }
        : null,
    region: region ? new WeakRef(region) : null,
  }
}

function findFirst(seen: readonly Seen[]): HTMLElement | undefined {
  for (const one of seen) {
    const element = one.element.deref()
    if (element !== undefined && canTake(element)) return element
    if (element?.isConnected) continue
    const beside = findSameControl(one) ?? findRegionTitle(one)
    if (beside) return beside
  }
  return undefined
}

/** The same control of the row that has come in the place of one that no longer exists, or of the last one. */
function findSameControl({ row }: Seen): HTMLElement | undefined {
  const holder = row?.holder.deref()
  if (!row || !holder?.isConnected) return undefined
  const controls = listControls(holder.children[row.place] ?? holder.lastElementChild)
  return controls[row.control] ?? controls[0]
}

/** The title of the part of the page in which there is no row any more. */
function findRegionTitle({ row, region }: Seen): HTMLElement | undefined {
  const title = row === null ? undefined : region?.deref()?.querySelector<HTMLElement>('h1, h2, h3')
  if (!title?.isConnected) return undefined
  title.tabIndex = -1
  return title
}

function listControls(row: Element | null): HTMLElement[] {
  return [...(row?.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]') ?? [])].filter(
    canTake,
  )
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

function canTake(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled') && (element.checkVisibility?.() ?? true)
}
