import type { DifferenceKind } from '@millrace/bpmn/compare'
import type { ModdleElement } from 'bpmn-js/lib/model/Types'
import { fontLoaded } from '../../styles/load-font.ts'
import { createViewer, type DiagramViewer, fitDiagram } from '../bpmn-diagram/create-viewer.ts'
import { widenLabels } from '../bpmn-diagram/paint.ts'
import { readDrawing } from '../bpmn-diagram/read-drawing.ts'
import { signs } from './difference-words.ts'
import classes from './model-comparison.module.css'

const strokes = {
  added: 'var(--app-green-solid)',
  removed: 'var(--app-red-solid)',
  changed: 'var(--app-amber-solid)',
  moved: 'var(--app-text-3)',
} as const satisfies Record<DifferenceKind, string>

const fills = {
  added: 'var(--app-green-soft)',
  removed: 'var(--app-red-soft)',
  changed: 'var(--app-amber-soft)',
  moved: 'var(--app-grey-soft)',
} as const satisfies Record<DifferenceKind, string>

/** Kind and tooltip of each difference, by element id. */
export type Marks = ReadonlyMap<string, { readonly kind: DifferenceKind; readonly title: string }>

/**
 * Draws a file with its differences in colours and signs. Colours of the file are left out, because they could be
 * mistaken for those of differences.
 *
 * @returns null when the file has no diagram.
 * @throws Error when it cannot be read.
 */
export async function drawComparison(region: HTMLElement, xml: string, marks: Marks): Promise<DiagramViewer | null> {
  const viewer = createViewer(region)
  try {
    const [rootElement] = await Promise.all([readDrawing(viewer, xml), fontLoaded])
    const shapes = listShapes(rootElement)
    if (shapes.length === 0) {
      viewer.destroy()
      return null
    }
    widenLabels(shapes)
    for (const shape of shapes) paint(shape, marks.get(shape.get('bpmnElement')?.id ?? '')?.kind)
    await viewer.importDefinitions(rootElement, findDiagram(rootElement))
  } catch (error) {
    viewer.destroy()
    throw error
  }
  sign(viewer, marks)
  fitDiagram(viewer)
  return viewer
}

function paint(shape: ModdleElement, kind: DifferenceKind | undefined): void {
  shape.set('color:border-color', kind === undefined ? 'var(--bp-line)' : strokes[kind])
  if (shape.$type !== 'bpmndi:BPMNShape') return
  shape.set('color:background-color', kind === undefined ? 'var(--app-sheet)' : fills[kind])
  shape.get('label')?.set('color:color', undefined)
}

function listDiagrams(definitions: ModdleElement): ModdleElement[] {
  return definitions.get('diagrams') ?? []
}

function listShapes(definitions: ModdleElement): ModdleElement[] {
  return listDiagrams(definitions).flatMap((diagram): ModdleElement[] => diagram.plane?.get('planeElement') ?? [])
}

function findDiagram(definitions: ModdleElement): ModdleElement {
  const diagrams = listDiagrams(definitions)
  const drawn = diagrams.find(({ plane }) => (plane?.get('planeElement') ?? []).length > 0)
  // One of them has shapes, or nothing would be drawn.
  return drawn as ModdleElement
}

function sign(viewer: DiagramViewer, marks: Marks): void {
  const registry = viewer.get('elementRegistry')
  for (const [id, { kind, title }] of marks) {
    if (registry.get(id)?.parent === undefined || registry.get(id)?.parent === null) continue
    const badge = document.createElement('span')
    badge.className = classes.badge ?? ''
    badge.dataset.kind = kind
    badge.title = title
    badge.textContent = signs[kind]
    viewer.get('overlays').add(id, 'difference', { position: { top: -10, left: -6 }, html: badge })
  }
}
