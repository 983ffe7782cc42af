import type { Translate } from '../../lib/i18n.ts'
import classes from './badges.module.css'
import type { DiagramViewer } from './create-viewer.ts'
import type { DiagramFacts } from './use-diagram.ts'

/** Path of a filled icon of 24 by 24: check, triangle, play. */
const icons = {
  completed: 'M5 12l5 5L20 7',
  incident: 'M12 9v4M12 17h.01M10.3 3.6 2.5 17a2 2 0 0 0 1.7 3h15.6a2 2 0 0 0 1.7-3L13.7 3.6a2 2 0 0 0-3.4 0z',
  active: 'M7 4v16l13-8z',
} as const

/** How often an element ended over many instances: completed and cancelled. */
export interface ElementTally {
  readonly elementId: string
  readonly ended: number
  readonly cancelled: number
}

/** Draws counts below the elements of a diagram. The table beside it has the same numbers. */
export function showTallies(
  viewer: DiagramViewer,
  { tallies, names, t }: { tallies: readonly ElementTally[]; names: ReadonlyMap<string, string>; t: Translate },
): void {
  const overlays = viewer.get('overlays')
  const registry = viewer.get('elementRegistry')
  overlays.remove({ type: 'tally' })
  for (const { elementId, ended, cancelled } of tallies) {
    const name = names.get(elementId)
    if (name === undefined || !registry.get(elementId) || ended + cancelled === 0) continue
    const tally = document.createElement('div')
    tally.className = classes.tally ?? ''
    tally.title = t('diagram.badgeTally', {
      name,
      completed: ended.toLocaleString('en'),
      cancelled: cancelled.toLocaleString('en'),
    })
    tally.append(cancelled === 0 ? presentCount(ended) : `${presentCount(ended)} / ${presentCount(cancelled)}`)
    // Events and gateways have their names below them: the corner beside is free.
    const isSmall = (registry.get(elementId)?.width ?? 0) < smallestActivity
    const position = isSmall ? { bottom: 8, right: 4 } : { bottom: -2, left: 0 }
    overlays.add(elementId, 'tally', { position, html: tally })
  }
}

const smallestActivity = 60

/** Beyond 9,999 in thousands: the exact number is in the tooltip. */
function presentCount(count: number): string {
  return count > 9_999 ? `${Math.floor(count / 1_000).toLocaleString('en')}k` : count.toLocaleString('en')
}

/** Draws counts at the top right corner of elements with a state. The list beside the diagram has the same numbers. */
export function showBadges(
  viewer: DiagramViewer,
  {
    statuses,
    names,
    activities,
    t,
  }: DiagramFacts & {
    readonly names: ReadonlyMap<string, string>
    /** Steps that do something: only they have a badge for being done, events and gateways have the colour alone. */
    readonly activities: ReadonlySet<string>
    readonly t: Translate
  },
): void {
  const overlays = viewer.get('overlays')
  const registry = viewer.get('elementRegistry')
  overlays.remove({ type: 'state' })
  for (const [id, status] of statuses) {
    const name = names.get(id)
    if (name === undefined || !registry.get(id)) continue
    const badges: HTMLElement[] = []
    if (status.incidents > 0)
      badges.push(
        createBadge('incident', status.incidents, t('diagram.badgeIncidents', { name, count: status.incidents })),
      )
    // What failed is not at work, though it is not over.
    const active = status.active - status.incidents
    if (active > 0) badges.push(createBadge('active', active, t('diagram.badgeActive', { name, count: active })))
    if (badges.length === 0 && status.completed > 0 && activities.has(id))
      badges.push(createBadge('completed', null, t('diagram.badgeCompleted', { name })))
    if (badges.length === 0) continue
    const row = document.createElement('div')
    row.className = classes.row ?? ''
    row.append(...badges)
    overlays.add(id, 'state', { position: { top: -10, right: 12 }, html: row })
  }
}

function createBadge(kind: keyof typeof icons, count: number | null, title: string): HTMLElement {
  const badge = document.createElement('span')
  badge.className = classes.badge ?? ''
  badge.dataset.kind = kind
  badge.title = title
  badge.innerHTML = `<svg width="12" height="12" viewBox="0 0 24 24" aria-hidden="true"><path d="${icons[kind]}"/></svg>`
  if (count !== null) badge.append(presentCount(count))
  return badge
}
