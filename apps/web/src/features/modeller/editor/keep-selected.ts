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
 * diagram-js takes a click on what is selected for the end of its selection. What was just drawn, named or saved is
 * selected already: whoever clicked it to go on with it saw the process in the panel instead, and had to click once more.
 */
export function keepWhatIsSelected(eventBus: EventBus, selection: Selection): void {
  eventBus.on('element.click', early, (event: Click) => {
    const isAlone = selection.get().length === 1 && selection.isSelected(event.element)
    if (isAlone && isPrimaryButton(event as never) && !hasSecondaryModifier(event as never)) event.stopPropagation()
  })
}
keepWhatIsSelected.$inject = ['eventBus', 'selection']

export const keepSelected = { __init__: [keepWhatIsSelected] }
