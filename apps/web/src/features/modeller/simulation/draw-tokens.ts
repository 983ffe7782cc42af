import type { DrawingModeler } from '../editor/create-modeler.ts'
import classes from './simulation.module.css'
import type { Simulation } from './simulation-state.ts'

const type = 'millrace-token'

/**
 * Shows the numbers of tokens in the diagram, and the flows that were taken. A list beside the diagram shows the same
 * as text.
 */
export function drawTokens(modeler: DrawingModeler, { tokens, walked }: Simulation): void {
  const overlays = modeler.get('overlays')
  const canvas = modeler.get('canvas')
  const registry = modeler.get('elementRegistry')
  clearTokens(modeler)
  const counts = new Map<string, number>()
  for (const { at } of tokens) counts.set(at, (counts.get(at) ?? 0) + 1)
  for (const [id, count] of counts) {
    if (registry.get(id) === undefined) continue
    const badge = document.createElement('span')
    badge.className = classes.token ?? ''
    badge.textContent = String(count)
    overlays.add(id, type, { position: { bottom: 11, left: -11 }, html: badge })
  }
  for (const id of walked.keys()) if (registry.get(id) !== undefined) canvas.addMarker(id, 'is-walked')
}

export function clearTokens(modeler: DrawingModeler): void {
  modeler.get('overlays').remove({ type })
  const canvas = modeler.get('canvas')
  for (const { id } of modeler.get('elementRegistry').getAll())
    if (canvas.hasMarker(id, 'is-walked')) canvas.removeMarker(id, 'is-walked')
}

/** Milliseconds along a flow. */
const duration = 450

/** Animates a dot along each flow. With reduced motion, only the end of each flow is shown. */
export function walk(modeler: DrawingModeler, flows: readonly string[]): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const registry = modeler.get('elementRegistry')
  for (const id of flows) {
    const flow = registry.get(id) as { waypoints?: readonly { x: number; y: number }[] } | undefined
    const region = registry.getGraphics(id)
    if (flow?.waypoints === undefined || region === undefined) continue
    const dot = document.createElementNS('http://www.w3.org/2000/svg', 'circle')
    dot.setAttribute('r', '6')
    dot.classList.add(classes.dot ?? '')
    const path = flow.waypoints.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join(' ')
    dot.style.offsetPath = `path('${path}')`
    dot.style.offsetRotate = '0deg'
    region.append(dot)
    const walking = dot.animate([{ offsetDistance: '0%' }, { offsetDistance: '100%' }], { duration, easing: 'linear' })
    walking.onfinish = () => dot.remove()
    walking.oncancel = () => dot.remove()
  }
}
