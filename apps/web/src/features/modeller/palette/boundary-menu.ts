import type { Element, Shape } from 'bpmn-js/lib/model/Types'
import type PopupMenu from 'diagram-js/lib/features/popup-menu/PopupMenu'
import type { PopupMenuEntries } from 'diagram-js/lib/features/popup-menu/PopupMenuProvider'
import { t } from '../../../lib/i18n.ts'
import type { DrawingModeler } from '../editor/create-modeler.ts'
import type { Point } from './free-room.ts'

type Get = DrawingModeler['get']

/** What may be attached to the border of an activity, with words that find it. */
const boundaryEvents = [
  { key: 'timerBoundaryEvent', icon: 'timer', definition: 'Timer', words: 'timeout deadline delay clock' },
  { key: 'errorBoundaryEvent', icon: 'error', definition: 'Error', words: 'catch failure exception' },
  { key: 'messageBoundaryEvent', icon: 'message', definition: 'Message', words: 'receive' },
  { key: 'escalationBoundaryEvent', icon: 'escalation', definition: 'Escalation', words: 'catch' },
  { key: 'signalBoundaryEvent', icon: 'signal', definition: 'Signal', words: 'broadcast' },
  { key: 'conditionalBoundaryEvent', icon: 'condition', definition: 'Conditional', words: 'rule' },
] as const

/** Adds boundary events to the menu of an activity, in addition to the elements that may follow it. */
export class BoundaryMenu {
  static $inject = ['popupMenu', 'injector']
  readonly #get: Get
  constructor(popupMenu: PopupMenu, injector: { get: Get }) {
    this.#get = injector.get.bind(injector) as Get
    popupMenu.registerProvider('millrace-append', 900, this as never)
  }

  getPopupMenuEntries(element: Element): (entries: PopupMenuEntries) => PopupMenuEntries {
    return (entries) => ({ ...entries, ...(mayHaveEvents(element) ? this.#listEntries(element as Shape) : {}) })
  }

  #listEntries(host: Shape): PopupMenuEntries {
    const group = { id: 'boundary', name: t('modeller.palette.boundaryEvents') }
    return Object.fromEntries(
      boundaryEvents.map(({ key, icon, definition, words }) => [
        `attach-${key}`,
        {
          label: t(`modeller.drawing.${key}`),
          search: words,
          className: `bpmn-icon-intermediate-event-catch-${icon}`,
          group,
          action: () => this.attach(host, `bpmn:${definition}EventDefinition`),
        },
      ]),
    ) as unknown as PopupMenuEntries
  }

  /** Attaches an event to the lower border of an activity, beside others that are there. */
  attach(host: Shape, eventDefinitionType: string): void {
    const factory = this.#get('elementFactory') as unknown as { createShape(attributes: object): Shape }
    const made = factory.createShape({ type: 'bpmn:BoundaryEvent', eventDefinitionType })
    const modeling = this.#get('modeling') as unknown as {
      createShape(shape: Shape, at: Point, host: Shape, hints: { attach: true }): Shape
    }
    modeling.createShape(made, findPlace(host, made.width), host, { attach: true })
    this.#get('popupMenu').close()
    this.#get('selection').select(made as never)
    this.#get('canvas').focus()
  }
}

function mayHaveEvents({ businessObject }: Element): boolean {
  return businessObject.$instanceOf('bpmn:Activity') && businessObject.get('triggeredByEvent') !== true
}

/** The centre of an event on the lower border, from the right; where no place is free, the last one. */
function findPlace(host: Shape, width: number): Point {
  const y = host.y + host.height
  const taken = ((host as unknown as { attachers?: readonly Shape[] }).attachers ?? []).map((one) => ({
    x: one.x + one.width / 2,
    y: one.y + one.height / 2,
  }))
  const gap = width + 6
  const places = Math.max(1, Math.floor(host.width / gap))
  const all = Array.from({ length: places }, (_, index) => ({ x: host.x + host.width - gap * (index + 0.5), y }))
  const isFree = (place: Point) => taken.every((one) => Math.hypot(one.x - place.x, one.y - place.y) >= width)
  const { x } = all.find(isFree) ?? { x: host.x + gap / 2 }
  return { x: Math.round(x), y }
}
