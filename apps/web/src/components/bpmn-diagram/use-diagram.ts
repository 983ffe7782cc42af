import type { ElementStatus } from '@millrace/contract'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fontLoaded, isFontLoaded } from '../../styles/load-font.ts'
import { showBadges, showTallies } from './badges.ts'
import type { BpmnDiagramProps, ElementHeat } from './bpmn-diagram.tsx'
import { centre, createViewer, type DiagramViewer, fitDiagram, openDiagram, redraw } from './create-viewer.ts'
import { enableDrag } from './drag-tokens.ts'
import { showHeat } from './heat.ts'
import { getLook, paintDrawing, widenLabels } from './paint.ts'
import { type DrawnPlan, showPlan } from './plan.ts'
import { presentType } from './present-type.ts'
import { readDrawing } from './read-drawing.ts'
import { type DrawnElement, findStep, type ReadModel, readModel } from './read-model.ts'

export interface Diagram {
  readonly container: RefObject<HTMLDivElement | null>
  /** Null until the file has been read. */
  readonly model: ReadModel | null
  readonly problem: unknown
  /** 1 is the drawing's own size. */
  readonly zoom: number
  readonly zoomBy: (factor: number) => void
  readonly fit: () => void
}

/** Reads and draws a process once, and then updates the states of its elements. */
export function useDiagram(props: BpmnDiagramProps): Diagram {
  const { t } = useTranslation()
  const { xml, processKey, selected = null } = props
  const container = useRef<HTMLDivElement>(null)
  const viewer = useRef<DiagramViewer>(null)
  const [model, setModel] = useState<ReadModel | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const [zoom, setZoom] = useState(1)
  // What the picture follows when its room changes, until somebody moves it.
  const follows = useRef<'steps' | 'all' | null>('steps')
  const select = useEffectEvent((clicked: DrawnElement) => {
    const step = findStep(model?.steps ?? [], clicked)
    // The viewer has selected whatever was clicked.
    viewer.current?.get('selection').select(viewer.current.get('elementRegistry').get(step?.id ?? '') ?? null)
    if (step === null) props.onSelect?.(null)
    else props.onSelect?.(step.id, step.name ?? presentType(step.type, t))
  })
  const place = useEffectEvent((drawn: DiagramViewer) => {
    const followed = follows.current
    if (followed === 'steps') openDiagram(drawn, listFocus(props))
    if (followed === 'all') fitDiagram(drawn)
    follows.current = followed
    setZoom(drawn.get('canvas').zoom())
  })
  const steps = useEffectEvent(() => model?.steps ?? [])
  const drag = useEffectEvent(() => props.drag)
  const passModel = useEffectEvent((read: ReadModel) => props.onModel?.(read))
  const paint = useEffectEvent((read: ReadModel) => paintDrawing(read.shapes, toFacts(props)))
  const decorate = useEffectEvent((drawn: DiagramViewer, read: ReadModel) => {
    const facts = toFacts(props)
    const names = new Map(read.steps.map(({ id, name }) => [id, name ?? id]))
    const activities = new Set(read.steps.filter(({ isActivity }) => isActivity).map(({ id }) => id))
    showBadges(drawn, { ...facts, names, activities, t })
    showTallies(drawn, { tallies: props.heat === undefined ? (props.tallies ?? []) : [], names, t })
    showHeat(drawn, props.heat ?? [])
    showPlan(drawn, { plan: props.plan ?? noPlan, names, t })
    markStates(drawn, read, facts)
  })

  useEffect(() => {
    if (container.current === null) return
    const created = createViewer(container.current)
    let isCurrent = true
    const draw = async () => {
      const rootElement = await readDrawing(created, xml)
      const read = readModel(rootElement, processKey)
      if (!isCurrent) return
      const isMeasured = isFontLoaded()
      if (read.drawing !== null) {
        widenLabels(read.shapes.values())
        paint(read)
        await created.importDefinitions(rootElement, read.drawing)
        if (!isCurrent) return
        follows.current = 'steps'
        place(created)
        decorate(created, read)
      }
      viewer.current = created
      setModel(read)
      passModel(read)
      if (isMeasured) return
      // On a slow line the drawing is there before its font, in which labels may be broken into other lines.
      await fontLoaded
      if (isCurrent && read.drawing !== null) redraw(created)
    }
    draw().catch((error: unknown) => {
      if (isCurrent) setProblem(error)
    })
    const bus = created.get('eventBus')
    bus.on('canvas.viewbox.changed', ({ viewbox }: { viewbox: { scale: number } }) => setZoom(viewbox.scale))
    bus.on('element.click', ({ element }: { element: DrawnElement }) => select(element))
    bus.on('canvas.viewbox.changing', () => {
      follows.current = null
    })
    enableDrag(created, { listSteps: () => steps(), find: () => drag() })
    const watch = new ResizeObserver(() => {
      if (viewer.current === null || follows.current === null) return
      const followed = follows.current
      created.get('canvas').resized()
      follows.current = followed
      place(created)
    })
    watch.observe(container.current)
    return () => {
      isCurrent = false
      watch.disconnect()
      viewer.current = null
      created.destroy()
    }
  }, [xml, processKey])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the states are made of
  useEffect(() => {
    if (viewer.current === null || model === null || model.drawing === null) return
    paint(model)
    redraw(viewer.current)
    decorate(viewer.current, model)
  }, [model, props.elements, props.takenFlows, props.isSuspended, props.tallies, props.heat, props.plan])

  useEffect(() => {
    const drawn = viewer.current
    if (drawn === null || model === null || selected === null || !model.shapes.has(selected)) return
    const element = drawn.get('elementRegistry').get(selected)
    if (element === undefined) return
    // The outline is made for what is hovered or selected by the viewer itself.
    drawn.get('selection').select(element)
    return () => {
      if (viewer.current === drawn) drawn.get('selection').select(null)
    }
  }, [model, selected])

  return {
    container,
    model,
    problem,
    zoom,
    zoomBy: (factor) => {
      const canvas = viewer.current?.get('canvas')
      canvas?.zoom(Math.min(4, Math.max(0.2, canvas.zoom() * factor)), centre)
    },
    fit: () => {
      if (viewer.current === null) return
      fitDiagram(viewer.current)
      follows.current = 'all'
    },
  }
}

export interface DiagramFacts {
  readonly statuses: ReadonlyMap<string, ElementStatus>
  readonly takenFlows: ReadonlySet<string>
  readonly isSuspended: boolean
  readonly heat: ReadonlyMap<string, ElementHeat> | null
}

const noPlan: DrawnPlan = { ends: [], starts: [], arrows: [] }

/** Returns the failed elements; if there are none, the active ones. */
function listFocus({ elements = [] }: BpmnDiagramProps): string[] {
  const failed = elements.filter(({ incidents }) => incidents > 0)
  return (failed.length > 0 ? failed : elements.filter(({ active }) => active > 0)).map(({ elementId }) => elementId)
}

function toFacts({ elements = [], takenFlows = [], isSuspended = false, heat }: BpmnDiagramProps): DiagramFacts {
  return {
    heat: heat === undefined ? null : new Map(heat.map((one) => [one.elementId, one])),
    statuses: new Map(elements.map((status) => [status.elementId, status])),
    takenFlows: new Set(takenFlows),
    isSuspended,
  }
}

/** The states whose lines are thicker. */
const marked = ['active', 'suspended', 'incident'] as const

function markStates(viewer: DiagramViewer, { steps, shapes }: ReadModel, facts: DiagramFacts): void {
  const canvas = viewer.get('canvas')
  for (const { id } of steps) {
    if (!shapes.has(id)) continue
    const look = getLook(facts.statuses.get(id), facts.isSuspended)
    for (const name of marked) {
      if (look === name) canvas.addMarker(id, `is-${name}`)
      else canvas.removeMarker(id, `is-${name}`)
    }
  }
}
