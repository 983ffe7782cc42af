import type { ElementStatus } from '@millrace/contract'
import type { ModdleElement } from 'bpmn-js/lib/model/Types'
import type { ElementHeat } from './bpmn-diagram.tsx'
import { fillOf } from './heat.ts'

/** The state of an element that decides its colour. */
export type ElementLook = 'incident' | 'suspended' | 'active' | 'completed' | 'untouched'

const strokes = {
  incident: 'var(--app-red-solid)',
  suspended: 'var(--app-amber-solid)',
  active: 'var(--app-blue-solid)',
  completed: 'var(--app-green-solid)',
  untouched: 'var(--bp-line)',
} as const satisfies Record<ElementLook, string>

const fills = {
  incident: 'var(--app-red-soft)',
  suspended: 'var(--app-amber-soft)',
  active: 'var(--app-blue-soft)',
  completed: 'var(--app-sheet)',
  untouched: 'var(--app-sheet)',
} as const satisfies Record<ElementLook, string>

export function getLook(status: ElementStatus | undefined, isSuspended: boolean): ElementLook {
  if (status === undefined) return 'untouched'
  if (status.incidents > 0) return 'incident'
  if (status.active > 0) return isSuspended ? 'suspended' : 'active'
  return status.completed > 0 ? 'completed' : 'untouched'
}

/** What a label needs so that our font does not break its words: many models have drawn it as narrow as theirs. */
const labelWidth = 90

/** Widens the labels of events, gateways and flows around their centre. */
export function widenLabels(shapes: Iterable<ModdleElement>): void {
  for (const shape of shapes) {
    const bounds: ModdleElement | undefined = shape.get('label')?.get('bounds')
    if (bounds === undefined) continue
    const width: number = bounds.get('width')
    if (width >= labelWidth) continue
    bounds.set('x', bounds.get('x') - (labelWidth - width) / 2)
    bounds.set('width', labelWidth)
  }
}

/**
 * Writes the colours into the drawing itself. The renderer takes line, icon and arrow head from there, so they agree;
 * the values are variables, so that they follow the colour scheme.
 */
export function paintDrawing(
  shapes: ReadonlyMap<string, ModdleElement>,
  facts: {
    statuses: ReadonlyMap<string, ElementStatus>
    takenFlows: ReadonlySet<string>
    isSuspended: boolean
    heat?: ReadonlyMap<string, ElementHeat> | null
  },
): void {
  for (const [id, shape] of shapes) {
    if (facts.heat != null) {
      const heat = facts.heat.get(id)
      shape.set('color:border-color', strokes.untouched)
      if (shape.$type === 'bpmndi:BPMNShape')
        shape.set('color:background-color', heat === undefined ? fills.untouched : fillOf(heat.level, heat.kind))
      continue
    }
    const look = facts.takenFlows.has(id) ? 'completed' : getLook(facts.statuses.get(id), facts.isSuspended)
    shape.set('color:border-color', strokes[look])
    if (shape.$type === 'bpmndi:BPMNShape') shape.set('color:background-color', fills[look])
  }
}
