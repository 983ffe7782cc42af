import type { Element } from 'bpmn-js/lib/model/Types'
import type ContextPad from 'diagram-js/lib/features/context-pad/ContextPad'
import type { ContextPadEntries } from 'diagram-js/lib/features/context-pad/ContextPadProvider'
import type PopupMenu from 'diagram-js/lib/features/popup-menu/PopupMenu'
import type { PopupMenuEntries } from 'diagram-js/lib/features/popup-menu/PopupMenuProvider'
import { t } from '../../../lib/i18n.ts'
import type { DrawingModeler } from '../editor/create-modeler.ts'
import { BoundaryMenu } from './boundary-menu.ts'
import { listItems, type PaletteItem } from './items.ts'
import { follows, makeShape } from './place-item.ts'

type Get = DrawingModeler['get']

const appendMenu = 'millrace-append'
const replaceMenu = 'bpmn-replace'

/** What may be put behind an element, found by its name, and reached by keys. */
class AppendMenu {
  static $inject = ['popupMenu', 'injector']
  readonly #get: Get
  constructor(popupMenu: PopupMenu, injector: { get: Get }) {
    this.#get = injector.get.bind(injector) as Get
    popupMenu.registerProvider(appendMenu, 1000, this as never)
  }

  getPopupMenuEntries(element: Element): PopupMenuEntries {
    const items = listItems(this.#get('dialect')).filter(({ shape }) => follows(element as never, shape))
    return Object.fromEntries(
      items.map((item) => [`append-${item.key}`, this.#toEntry(element, item)]),
    ) as unknown as PopupMenuEntries
  }

  #toEntry(element: Element, item: PaletteItem) {
    const append = () => {
      const made = makeShape({ get: this.#get }, item)
      this.#get('autoPlace').append(element as never, made as never)
      this.#get('selection').select(made as never)
      // Its name comes next, and the keys go on working.
      this.#get('canvas').focus()
    }
    return {
      label: t(`modeller.palette.items.${item.key}`),
      className: item.icon,
      group: { id: item.group, name: t(`modeller.palette.groups.${item.group}`) },
      action: { click: append, dragstart: (event: Event) => this.#drag(event, element, item) },
    }
  }

  #drag(event: Event, element: Element, item: PaletteItem): void {
    this.#get('popupMenu').close()
    this.#get('create').start(
      event as never,
      makeShape({ get: this.#get }, item) as never,
      { source: element } as never,
    )
  }
}

/** Changes a task into a service of a kind, beside what bpmn-js changes it into. */
class ReplaceMenu {
  static $inject = ['popupMenu', 'injector']
  readonly #get: Get
  constructor(popupMenu: PopupMenu, injector: { get: Get }) {
    this.#get = injector.get.bind(injector) as Get
    // After the provider of bpmn-js, whose entries it gets.
    popupMenu.registerProvider(replaceMenu, 500, this as never)
  }

  getPopupMenuEntries(element: Element) {
    return (entries: PopupMenuEntries): PopupMenuEntries => ({ ...entries, ...this.#listServices(element) })
  }

  #listServices(element: Element): PopupMenuEntries {
    const { businessObject } = element
    if (!businessObject.$instanceOf('bpmn:Task')) return {}
    const dialect = this.#get('dialect')
    const isService = businessObject.$type === 'bpmn:ServiceTask'
    const now = isService ? businessObject.get(`${dialect}:type`) : undefined
    const kinds = listItems(dialect).filter(({ service }) => service !== undefined && service !== now)
    return Object.fromEntries(
      kinds.map(({ key, icon, service }) => [
        `replace-with-${key}`,
        {
          label: t(`modeller.palette.items.${key}`),
          className: icon,
          action: () => this.#get('serviceChange').change(element, { [`${dialect}:type`]: service }),
        },
      ]),
    )
  }
}

/** Adds entries to the menu that replaces an element, which change its type and its service in one undo step. */
export class ServiceChange {
  static $inject = ['commandStack', 'injector']
  readonly #get: Get
  constructor(commandStack: { registerHandler(name: string, handler: unknown): void }, injector: { get: Get }) {
    const get = injector.get.bind(injector) as Get
    this.#get = get
    class Handler {
      preExecute(context: { element: Element; properties: object }): void {
        const { element, properties } = context
        const isService = element.businessObject.$type === 'bpmn:ServiceTask'
        const task = isService
          ? element
          : get('bpmnReplace').replaceElement(element as never, { type: 'bpmn:ServiceTask' } as never)
        get('modeling').updateProperties(task as never, { ...properties })
      }
    }
    commandStack.registerHandler('millrace.service', Handler)
  }

  change(element: Element, properties: object): void {
    this.#get('commandStack').execute('millrace.service', { element, properties })
    this.#get('popupMenu').close()
  }
}

/** Pixels of the window between an element and its menu. */
const menuDistance = 12

/** What is beside a selected element: the menu of all that may follow it. */
class AppendPad {
  static $inject = ['contextPad', 'popupMenu', 'injector']
  readonly #popupMenu: PopupMenu
  readonly #get: Get
  constructor(contextPad: ContextPad, popupMenu: PopupMenu, injector: { get: Get }) {
    this.#popupMenu = popupMenu
    this.#get = injector.get.bind(injector) as Get
    contextPad.registerProvider(500, this as never)
  }

  getContextPadEntries(element: Element) {
    return (entries: ContextPadEntries): ContextPadEntries => {
      const append = {
        group: 'model',
        className: 'bpmn-icon-subprocess-collapsed',
        title: t('modeller.palette.append'),
        action: { click: (event: MouseEvent) => this.open(element, appendMenu, event) },
      }
      // That of bpmn-js looks for its place in a way that diagram-js warns of.
      const change = { action: { click: (event: MouseEvent) => this.open(element, replaceMenu, event) } }
      return {
        ...entries,
        ...('replace' in entries ? { replace: { ...entries.replace, ...change } } : {}),
        ...(this.#popupMenu.isEmpty(element as never, appendMenu) ? {} : { 'append.more': append }),
      } as ContextPadEntries
    }
  }

  /** Beside the element; without an event, as keys have none that says where, all the same. */
  open(element: Element, menu: typeof appendMenu | typeof replaceMenu, event?: MouseEvent): void {
    const canvas = this.#get('canvas')
    const around = canvas.getContainer().getBoundingClientRect()
    const { x, y, width } = canvas.getAbsoluteBBox(element as never)
    const place = { x: around.x + x + width + menuDistance, y: around.y + y }
    const position = event?.x === undefined ? place : { ...place, cursor: { x: event.x, y: event.y } }
    const title = t(menu === appendMenu ? 'modeller.palette.append' : 'modeller.palette.change')
    this.#popupMenu.open(element as never, menu, position as never, { title, width: 280, search: true } as never)
  }
}

/** A for append, as R is for replace. */
class AppendKey {
  static $inject = ['eventBus', 'injector']
  constructor(eventBus: { on(name: string, listen: () => void): void }, injector: { get(name: string): never }) {
    eventBus.on('keyboard.init', () => {
      const keyboard = injector.get('keyboard') as {
        addListener(listen: (context: { keyEvent: KeyboardEvent }) => true | undefined): void
      }
      keyboard.addListener(({ keyEvent }) => {
        if (keyEvent.key.toLowerCase() !== 'a' || keyEvent.ctrlKey || keyEvent.metaKey || keyEvent.altKey) return
        const [selected, ...others] = (injector.get('selection') as { get(): Element[] }).get()
        const pad = injector.get('appendPad') as AppendPad
        const menu = injector.get('popupMenu') as PopupMenu
        if (selected === undefined || others.length > 0 || menu.isEmpty(selected as never, appendMenu)) return
        keyEvent.preventDefault()
        pad.open(selected, appendMenu)
        return true
      })
    })
  }
}

export const menus = {
  __init__: ['appendMenu', 'boundaryMenu', 'replaceMenu', 'serviceChange', 'appendPad', 'appendKey'],
  appendMenu: ['type', AppendMenu],
  boundaryMenu: ['type', BoundaryMenu],
  replaceMenu: ['type', ReplaceMenu],
  serviceChange: ['type', ServiceChange],
  appendPad: ['type', AppendPad],
  appendKey: ['type', AppendKey],
}
