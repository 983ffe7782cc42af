interface Drawn {
  readonly id: string
}

interface Entries {
  readonly replace?: object
}

interface ContextPad {
  registerProvider(priority: number, provider: object): void
}

interface PopupMenu {
  open(element: Drawn, menu: string, position: object): void
}

interface Canvas {
  getContainer(): HTMLElement
  getAbsoluteBBox(element: Drawn): { readonly x: number; readonly y: number; readonly width: number }
}

/** Pixels of the window between an element and its menu. */
const menuDistance = 12
/** After the provider of dmn-js, whose entries it gets. */
const after = 500

/** Opens the menu of other kinds of an element beside it. dmn-js looks for its place in a way that diagram-js warns of. */
function openMenuNextTo(contextPad: ContextPad, popupMenu: PopupMenu, canvas: Canvas): void {
  const open = (event: MouseEvent, element: Drawn) => {
    const around = canvas.getContainer().getBoundingClientRect()
    const { x, y, width } = canvas.getAbsoluteBBox(element)
    const place = { x: around.x + x + width + menuDistance, y: around.y + y }
    popupMenu.open(element, 'dmn-replace', { ...place, cursor: { x: event.x, y: event.y } })
  }
  contextPad.registerProvider(after, {
    getContextPadEntries: () => (entries: Entries) =>
      entries.replace === undefined
        ? entries
        : { ...entries, replace: { ...entries.replace, action: { click: open } } },
  })
}
openMenuNextTo.$inject = ['contextPad', 'popupMenu', 'canvas']

export const changeMenu = { __init__: ['changeMenu'], changeMenu: ['type', openMenuNextTo] }
