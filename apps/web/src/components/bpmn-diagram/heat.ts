import classes from './badges.module.css'
import type { ElementHeat } from './bpmn-diagram.tsx'
import type { DiagramViewer } from './create-viewer.ts'

/** The shares of the colour that the five steps of a heat map mix into the sheet, in percent. */
const shares = [8, 16, 26, 38, 52] as const

/** Returns the fill colour for a step of a heat map, from 1 to 5. Step 0 has the colour of the background. */
export function fillOf(level: number, kind: ElementHeat['kind']): string {
  const share = shares[level - 1] ?? 0
  return `color-mix(in srgb, var(--app-${kind === 'incidents' ? 'red' : 'amber'}-solid) ${share}%, var(--app-sheet))`
}

/** Draws the value of a heat map below each element, so that colour is never the only sign. */
export function showHeat(viewer: DiagramViewer, heat: readonly ElementHeat[]): void {
  const overlays = viewer.get('overlays')
  const registry = viewer.get('elementRegistry')
  overlays.remove({ type: 'heat' })
  for (const { elementId, text } of heat) {
    const element = registry.get(elementId)
    if (element === undefined) continue
    const value = document.createElement('div')
    value.className = classes.tally ?? ''
    value.textContent = text
    const isSmall = (element.width ?? 0) < 60
    overlays.add(elementId, 'heat', {
      position: isSmall ? { bottom: 8, right: 4 } : { bottom: -2, left: 0 },
      html: value,
    })
  }
}
