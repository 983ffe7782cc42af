interface EventBus {
  on(event: 'definitionIdView.create', listen: (event: { readonly html: HTMLElement }) => void): void
  on(event: 'diagram.destroy', listen: () => void): void
}

interface DefinitionEdit {
  update(property: 'id' | 'name', text: string): void
}

interface Canvas {
  getRootElement(): { readonly businessObject: { get(property: string): unknown } }
}

/**
 * The name and the id of a diagram are taken over a moment after the last key. Whoever leaves them before, or saves, would
 * have the old ones again.
 */
function writeOnLeaving(eventBus: EventBus, edit: DefinitionEdit, canvas: Canvas): void {
  const update = edit.update.bind(edit)
  let isGone = false
  // What comes late has been done already: again would be another change. The diagram may not be there any more.
  edit.update = (property, text) => {
    if (!isGone && canvas.getRootElement().businessObject.get(property) !== text) update(property, text)
  }
  eventBus.on('diagram.destroy', () => {
    isGone = true
  })
  eventBus.on('definitionIdView.create', ({ html }) => {
    const listen = ({ target }: Event) => {
      if (!(target instanceof HTMLElement)) return
      const property = target.classList.contains('dmn-definitions-id') ? 'id' : 'name'
      edit.update(property, (target.textContent ?? '').trim())
    }
    html.addEventListener('blur', listen, { capture: true })
  })
}
writeOnLeaving.$inject = ['eventBus', 'definitionPropertiesEdit', 'canvas']

/** Changes of the name and the id of a diagram are made when their places are left, at the latest. */
export const writeOnLeavingModule = { __init__: ['writeOnLeaving'], writeOnLeaving: ['type', writeOnLeaving] }
