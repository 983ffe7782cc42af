import type EventBus from 'diagram-js/lib/core/EventBus'
import type Selection from 'diagram-js/lib/features/selection/Selection'
import type { Element } from 'diagram-js/lib/model/Types'
import { hasSecondaryModifier, isPrimaryButton } from 'diagram-js/lib/util/Mouse'

interface Click {
  readonly element: Element
  readonly originalEvent: MouseEvent
  stopPropagation(): void
}

/** Before diagram-js selects. */
const early = 1_500

/**
 * Keeps the selection when the user clicks a selected element. diagram-js would remove it: an element that was just
 * drawn, named or saved is selected already, so the panel would show the process instead, until the next click.
 */
export function keepWhatIsSelected(eventBus: EventBus, selection: Selection): void {
  eventBus.on('element.click', early, (event: Click) => {
    const isAlone = selection.get().length === 1 && selection.isSelected(event.element)
    if (isAlone && isPrimaryButton(event as never) && !hasSecondaryModifier(event as never)) event.stopPropagation()
  })
}
keepWhatIsSelected.$inject = ['eventBus', 'selection']

export const keepSelected = { __init__: [keepWhatIsSelected] }
