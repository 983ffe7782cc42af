import { leavePlace } from '../../../components/unsaved/leave-place.ts'

interface EventBus {
  on(event: 'definitionIdView.create', listen: (event: { readonly html: HTMLElement }) => void): void
  on(event: 'import.done', listen: (event: { readonly error?: unknown }) => void): void
  on(event: 'diagram.destroy', listen: () => void): void
  on(event: 'diagram.clear', priority: number, listen: () => void): void
}

interface DefinitionEdit {
  update(property: 'id' | 'name', text: string): void
}

interface Canvas {
  getRootElement(): { readonly businessObject: { get(property: string): unknown } }
}

/** Priority before all that dmn-js has, which takes out what is drawn. */
const first = 2_000

/**
 * The name and the id of a diagram are taken over a moment after the last key. Whoever leaves them before, or saves, would
 * have the old ones again.
 */
function writeOnLeaving(eventBus: EventBus, edit: DefinitionEdit, canvas: Canvas): void {
  const update = edit.update.bind(edit)
  let isShown = false
  // What comes late has been done already: again would be another change. A table may have taken the diagram's place by
  // then, or the file is closed: there is no root to write into.
  edit.update = (property, text) => {
    if (isShown && canvas.getRootElement().businessObject.get(property) !== text) update(property, text)
  }
  eventBus.on('import.done', ({ error }) => {
    isShown = error === undefined
  })
  eventBus.on('diagram.destroy', () => {
    isShown = false
  })
  eventBus.on('definitionIdView.create', ({ html }) => {
    // A table is opened by a press that leaves the focus where it is, such as that of a screen reader.
    eventBus.on('diagram.clear', first, () => {
      leavePlace(html)
      isShown = false
    })
    const listen = ({ target }: Event) => {
      if (!(target instanceof HTMLElement)) return
      const property = target.classList.contains('dmn-definitions-id') ? 'id' : 'name'
      edit.update(property, (target.textContent ?? '').trim())
    }
    html.addEventListener('blur', listen, { capture: true })
  })
}
writeOnLeaving.$inject = ['eventBus', 'definitionPropertiesEdit', 'canvas']

/**
 * A module of dmn-js that applies changes of the name and the id of a diagram when their fields lose the focus, at the
 * latest.
 */
export const writeOnLeavingModule = { __init__: ['writeOnLeaving'], writeOnLeaving: ['type', writeOnLeaving] }
